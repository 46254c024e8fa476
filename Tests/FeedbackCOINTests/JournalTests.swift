import FeedbackCOIN
import FeedbackCOINContract
import Kernel
import Search
import Storage
import Synchronization
import TestBench
import XCTest

final class JournalTests: XCTestCase {
    func testStoredRepositoryKeepsTheContractInMemory() {
        for broken in FeedbackRepositoryContract.over({ StoredFeedbackRepository(MemoryStore()) }).brokenPromises() {
            XCTFail(broken.description)
        }
    }

    func testStoredRepositoryKeepsTheContractInFiles() throws {
        var homes: [Home] = []
        let contract = FeedbackRepositoryContract.over {
            homes.append(try Home(isQuick: true))
            return StoredFeedbackRepository(try FileStore(directory: homes[homes.count - 1].path("store")) { .earliest })
        }
        for broken in contract.brokenPromises() { XCTFail(broken.description) }
    }

    func testTheContractCatchesACarelessRepository() {
        let broken = FeedbackRepositoryContract.over { Careless(whole: StoredFeedbackRepository(MemoryStore())) }
            .brokenPromises().map(\.promise)
        XCTAssertEqual(
            broken,
            [
                "shows a unit of work what it did itself, and changes nothing when it fails",
                "keeps the events of entries apart, latest first, and removes those that are named",
            ])
    }

    func testRandomHistoriesMatchAModel() throws {
        for seed in UInt64(0)..<25 {
            var random = RandomSource(seed: seed)
            let desk = Desk()
            var model = Model()
            for step in 0..<50 {
                try model.step(desk, &random)
                try model.compare(desk, "seed \(seed), step \(step)")
            }
        }
    }

    func testRulesOfWording() throws {
        let journal = Desk().journal
        func code(_ body: () throws -> FeedbackEntry) -> String? {
            do {
                _ = try body()
                return nil
            } catch { return (error as? Failure)?.code.text }
        }
        XCTAssertEqual(code { try journal.write(FeedbackText(context: " \n\t")) }, "contextMissing")
        XCTAssertEqual(code { try journal.write(FeedbackText(context: "a\u{1B}[31m")) }, "controlCharacters")
        XCTAssertEqual(code { try journal.write(FeedbackText(context: "a", impact: "b\u{0}")) }, "controlCharacters")
        XCTAssertEqual(code { try journal.write(FeedbackText(context: String(repeating: "é", count: 20_001))) }, "sectionTooLong")
        XCTAssertNil(code { try journal.write(FeedbackText(context: String(repeating: "👩‍👩‍👧‍👦", count: 20_000 / 8))) })
        XCTAssertNil(code { try journal.write(FeedbackText(context: String(repeating: "é", count: 20_000))) })
        XCTAssertEqual(code { try journal.write(FeedbackText(context: "a"), tags: ["x,y"]) }, "tagInvalid")
        XCTAssertEqual(code { try journal.write(FeedbackText(context: "a"), tags: [" "]) }, "tagInvalid")
        XCTAssertEqual(code { try journal.write(FeedbackText(context: "a"), tags: (0...20).map { "t\($0)" }) }, "tooManyTags")
        let kept = try journal.write(FeedbackText(context: "\r\n a\r\nb\tc \r"), tags: ["#Team", "team", "Tëam", "x"])
        XCTAssertEqual(kept.text.context, "a\nb\tc")
        XCTAssertEqual(kept.tags, ["Team", "x"])
    }

    func testTheFailureSaysHowMuchIsTooMuch() {
        XCTAssertThrowsError(try Desk().journal.write(FeedbackText(context: "a", impact: String(repeating: "x", count: 20_003))))
        {
            XCTAssertEqual(($0 as? Failure)?.message, "The impact has 20003 characters; the limit is 20000.")
            XCTAssertEqual(($0 as? Failure)?.advice, "Make it 3 characters shorter, or write a second entry.")
        }
    }

    func testSearchLooksEverywhereWithoutCaseAndAccents() throws {
        let journal = Desk().journal
        let entry = try journal.write(
            FeedbackText(context: "Café", observation: "Über", impact: "회의", nextSteps: "Ｗｉｄｅ"),
            to: Recipient("Zoë <zoe@example.org>"), tags: ["Praise"])
        _ = try journal.write(FeedbackText(context: "nothing"))
        for words in ["CAFE", "uber", "회의", "wide", "zoe", "example.org", "praise", "cafe wid", "\"zoe example\""] {
            XCTAssertEqual(try journal.search([words]).records.map(\.id), [entry.id], words)
        }
        XCTAssertEqual(try journal.search(["cafe", "nothing"]).count, 0)
        XCTAssertEqual(try journal.search([" "]).count, 0)
    }

    func testUndoBringsBackAnEntryWithItsHistory() throws {
        let desk = Desk()
        let entry = try desk.journal.write(FeedbackText(context: "a"))
        let shared = try desk.journal.share(desk.letter(entry), from: Mailbox(Desk.sender), through: desk.outbox.mailer)
        try desk.journal.delete(entry.id)
        XCTAssertEqual(try desk.journal.shares().count, 0)
        _ = try desk.store.undoLast()
        XCTAssertEqual(try desk.journal.entry(entry.id.rawValue), shared)
        XCTAssertEqual(try desk.journal.shares(of: shared).map(\.recipientEmail), ["sam@example.org"])
    }

    func testTemplates() throws {
        let journal = Desk().journal
        for template in FeedbackTemplate.builtIn {
            XCTAssertEqual(try journal.template(named: template.name.uppercased()), template)
            XCTAssertEqual(try journal.write(template.text).text, template.text, "a template must be feedback that can be kept")
            XCTAssertThrowsError(try journal.delete(template)) { XCTAssertEqual(($0 as? Failure)?.code, .templateBuiltIn) }
        }
        let own = try journal.addTemplate(named: "My Own", summary: "s", FeedbackText(impact: "[what]"))
        XCTAssertEqual(try journal.template(named: "my-own"), own)
        for (name, code) in [
            ("my own", "templateNameTaken"), ("Good work", "templateNameTaken"), ("a/b", "templateNameInvalid"),
            (" ", "templateNameInvalid"), (String(repeating: "x", count: 41), "templateNameInvalid"),
            ("a\u{202E}b", "templateNameInvalid"),
        ] {
            XCTAssertThrowsError(try journal.addTemplate(named: name, summary: "", FeedbackText(context: "c"))) {
                XCTAssertEqual(($0 as? Failure)?.code.text, code, name)
            }
        }
        XCTAssertThrowsError(try journal.addTemplate(named: "empty", summary: "", FeedbackText())) {
            XCTAssertEqual(($0 as? Failure)?.code, .templateEmpty)
        }
        for name in ["x", String(repeating: "é", count: 40)] {
            try journal.delete(journal.addTemplate(named: name, summary: "", FeedbackText(context: "c")))
        }
        try journal.delete(own)
        XCTAssertThrowsError(try journal.delete(own)) { XCTAssertEqual(($0 as? Failure)?.code, .templateNotFound) }
        XCTAssertEqual(try journal.templates().map(\.name), FeedbackTemplate.builtIn.map(\.name).sorted())
    }
}

/// A repository that gives the events of all entries, whichever is asked for, and keeps what a failed unit of work did.
private struct Careless: FeedbackRepository {
    let whole: StoredFeedbackRepository
    private struct Mixed: FeedbackRecords {
        let whole: any FeedbackRecords

        func shares(of id: Identifier<FeedbackEntry>?, limit: Int?) throws -> [ShareEvent] {
            try whole.shares(of: nil, limit: limit)
        }
        func entry(_ id: Identifier<FeedbackEntry>) throws -> FeedbackEntry? { try whole.entry(id) }
        func entries(_ filter: EntryFilter) throws -> [FeedbackEntry] { try whole.entries(filter) }
        func entries(_ ids: [Identifier<FeedbackEntry>]) throws -> [FeedbackEntry?] { try whole.entries(ids) }
        func order() throws -> [Identifier<FeedbackEntry>] { try whole.order() }
        func due(through day: Day?) throws -> [FeedbackEntry] { try whole.due(through: day) }
        func named() throws -> [NamedPerson] { try whole.named() }
        func people() throws -> [Person] { try whole.people() }
        func keep(_ person: Person) throws { try whole.keep(person) }
        func remove(_ person: Person) throws { try whole.remove(person) }
        func counts() throws -> (all: Int, shared: Int, drafts: Int) { try whole.counts() }
        func keep(_ entry: FeedbackEntry) throws { try whole.keep(entry) }
        func remove(_ entry: FeedbackEntry) throws { try whole.remove(entry) }
        func shareCount() throws -> Int { try whole.shareCount() }
        func keep(_ shares: [ShareEvent]) throws { try whole.keep(shares) }
        func remove(_ shares: [ShareEvent]) throws { try whole.remove(shares) }
        func forget(_ entry: FeedbackEntry, _ shares: [ShareEvent]) throws { try whole.forget(entry, shares) }
        func templates() throws -> [FeedbackTemplate] { try whole.templates() }
        func keep(_ template: FeedbackTemplate) throws { try whole.keep(template) }
        func remove(_ template: FeedbackTemplate) throws -> Bool { try whole.remove(template) }
        func sender() throws -> Sender? { try whole.sender() }
        func keep(sender: Sender?) throws { try whole.keep(sender: sender) }
        func settings() throws -> FeedbackSettings? { try whole.settings() }
        func keep(_ settings: FeedbackSettings) throws { try whole.keep(settings) }
    }

    func read<Value>(_ body: (any FeedbackRecords) throws -> Value) throws -> Value {
        try whole.read { try body(Mixed(whole: $0)) }
    }

    func write<Value>(undo label: (Value) -> String?, _ body: (any FeedbackRecords) throws -> Value) throws -> Value {
        try whole.write(undo: { try? label($0.get()) }) { records in Result { try body(Mixed(whole: records)) } }.get()
    }

    func search(_ query: SearchQuery, limit: Int?) throws -> SearchResult<FeedbackEntry> { try whole.search(query, limit: limit) }
}

/// What a journal should hold after a random history.
private struct Model {
    var entries: [FeedbackEntry] = []
    var events: [String: [String]] = [:]
    var before: (entries: [FeedbackEntry], events: [String: [String]])?

    mutating func step(_ desk: Desk, _ random: inout RandomSource) throws {
        let victim = entries.indices.randomElement(using: &random)
        switch (Int.random(in: 0..<6, using: &random), victim) {
        case (0...1, _), (_, nil):
            before = (entries, events)
            let tags = ["a", "b"].filter { _ in Bool.random(using: &random) }
            entries.append(try desk.journal.write(FeedbackText(context: "c\(entries.count)"), tags: tags))
        case (2, let index?):
            let (now, old) = ("n\(Int.random(in: 0..<3, using: &random))", entries[index])
            let changed = try desk.journal.change(old.id, FeedbackChange(sections: [.nextSteps: now]))
            XCTAssertEqual(changed.text.nextSteps, now)
            XCTAssertEqual(changed.updatedAt != old.updatedAt, old.text.nextSteps != now, "the date moves with the words")
            if changed != old { before = (entries, events) }
            entries[index] = changed
        case (3, let index?):
            before = (entries, events)
            let entry = entries.remove(at: index)
            events[entry.id.rawValue] = nil
            try desk.journal.delete(entry.id)
        case (4, let index?):
            try share(desk, index, &random)
        case (_, _?):
            guard let earlier = before else { return }
            _ = try desk.store.undoLast()
            (entries, events) = earlier
            before = nil
        }
    }

    /// One time in two the mail server is down, and nothing may change.
    private mutating func share(_ desk: Desk, _ index: Int, _ random: inout RandomSource) throws {
        let people = ["x@example.org", "y@example.org", "z@example.org"].filter { _ in Bool.random(using: &random) }
        guard !people.isEmpty else { return }
        let letter = try desk.letter(entries[index], to: people.joined(separator: ","))
        let down = Mailer("down", outcome: "") { _ in throw Failure(.mailNotSent, "Down.", kind: .temporary) }
        if Bool.random(using: &random) {
            XCTAssertThrowsError(try desk.journal.share(letter, from: Mailbox(Desk.sender), through: down))
        } else {
            entries[index] = try desk.journal.share(letter, from: Mailbox(Desk.sender), through: desk.outbox.mailer)
            events[entries[index].id.rawValue, default: []] += people
            before = nil
        }
    }

    func compare(_ desk: Desk, _ place: String) throws {
        let newestFirst = entries.sorted { $0.createdAt > $1.createdAt }
        XCTAssertEqual(try desk.journal.entries(EntryFilter()), newestFirst, place)
        XCTAssertEqual(
            try desk.journal.entries(EntryFilter(limit: 3, tag: "A")),
            Array(newestFirst.filter { $0.tags.contains("a") }.prefix(3)), place)
        XCTAssertEqual(
            try desk.journal.entries(EntryFilter(isShared: true)), newestFirst.filter { events[$0.id.rawValue] != nil }, place)
        for entry in entries {
            let people = events[entry.id.rawValue] ?? []
            XCTAssertEqual(try desk.journal.shares(of: entry).map(\.recipientEmail).sorted(), people.sorted(), place)
            XCTAssertEqual(entry.shareCount, people.count, place)
            XCTAssertEqual(Set(entry.recipients), Set(people), place)
        }
        XCTAssertEqual(try desk.journal.shares(limit: nil).count, events.values.map(\.count).reduce(0, +), place)
    }
}
