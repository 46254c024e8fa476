import FeedbackCOIN
import FeedbackCOINTesting
import Kernel
import Search
import Storage
import Synchronization
import TestSupport
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
            return StoredFeedbackRepository(
                try FileStore(directory: homes[homes.count - 1].path("store")) { .earliest })
        }
        for broken in contract.brokenPromises() { XCTFail(broken.description) }
    }

    func testContractFindsAFaultyRepository() {
        let broken = FeedbackRepositoryContract.over {
            FaultyRepository(whole: StoredFeedbackRepository(MemoryStore()))
        }
        .brokenPromises().map(\.promise)
        XCTAssertEqual(
            broken,
            [
                "a unit of work reads its own writes, and a failed unit changes nothing",
                "events belong to one entry, latest first, and remove deletes the named ones",
            ])
    }

    func testRandomHistoriesMatchAModel() throws {
        for seed in UInt64(0)..<25 {
            var random = RandomSource(seed: seed)
            let fixture = JournalFixture()
            var model = Model()
            for step in 0..<50 {
                try model.step(fixture, &random)
                try model.compare(fixture, "seed \(seed), step \(step)")
            }
        }
    }

    func testTextRules() throws {
        let journal = JournalFixture().journal
        func code(_ body: () throws -> FeedbackEntry) -> String? {
            do {
                _ = try body()
                return nil
            } catch { return (error as? Failure)?.code.text }
        }
        XCTAssertEqual(code { try journal.write(FeedbackText(context: " \n\t")) }, "contextMissing")
        XCTAssertEqual(code { try journal.write(FeedbackText(context: "a\u{1B}[31m")) }, "controlCharacters")
        XCTAssertEqual(code { try journal.write(FeedbackText(context: "a", impact: "b\u{0}")) }, "controlCharacters")
        XCTAssertEqual(
            code { try journal.write(FeedbackText(context: String(repeating: "é", count: 20_001))) }, "sectionTooLong")
        XCTAssertNil(code { try journal.write(FeedbackText(context: String(repeating: "👩‍👩‍👧‍👦", count: 20_000 / 8))) })
        XCTAssertNil(code { try journal.write(FeedbackText(context: String(repeating: "é", count: 20_000))) })
        XCTAssertEqual(code { try journal.write(FeedbackText(context: "a"), tags: ["x,y"]) }, "tagInvalid")
        XCTAssertEqual(code { try journal.write(FeedbackText(context: "a"), tags: [" "]) }, "tagInvalid")
        XCTAssertEqual(
            code { try journal.write(FeedbackText(context: "a"), tags: (0...20).map { "t\($0)" }) }, "tooManyTags")
        let entry = try journal.write(FeedbackText(context: "\r\n a\r\nb\tc \r"), tags: ["#Team", "team", "Tëam", "x"])
        XCTAssertEqual(entry.text.context, "a\nb\tc")
        XCTAssertEqual(entry.tags, ["Team", "x"])
    }

    func testLengthFailureReportsTheExcess() {
        XCTAssertThrowsError(
            try JournalFixture().journal.write(
                FeedbackText(context: "a", impact: String(repeating: "x", count: 20_003)))
        ) {
            XCTAssertEqual(($0 as? Failure)?.message, "The impact has 20003 characters; the limit is 20000.")
            XCTAssertEqual(($0 as? Failure)?.advice, "Make it 3 characters shorter, or write a second entry.")
        }
    }

    func testSearchCoversAllFieldsAndIgnoresCaseAndAccents() throws {
        let journal = JournalFixture().journal
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

    func testUndoRestoresAnEntryWithItsHistory() throws {
        let fixture = JournalFixture()
        let entry = try fixture.journal.write(FeedbackText(context: "a"))
        let shared = try fixture.journal.share(
            fixture.letter(entry), from: Mailbox(JournalFixture.sender), through: fixture.outbox.mailer)
        try fixture.journal.delete(entry.id)
        XCTAssertEqual(try fixture.journal.shares().count, 0)
        _ = try fixture.store.undoLast()
        XCTAssertEqual(try fixture.journal.entry(entry.id.rawValue), shared)
        XCTAssertEqual(try fixture.journal.shares(of: shared).map(\.recipientEmail), ["sam@example.org"])
    }

    func testTemplateNamesAndLimits() throws {
        let journal = JournalFixture().journal
        for template in FeedbackTemplate.builtIn {
            XCTAssertEqual(try journal.template(named: template.name.uppercased()), template)
            XCTAssertEqual(
                try journal.write(template.text).text, template.text, "a template must be valid feedback")
            XCTAssertThrowsError(try journal.delete(template)) {
                XCTAssertEqual(($0 as? Failure)?.code, .templateBuiltIn)
            }
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

/// A faulty repository: it returns the shares of all entries and commits failed units of work.
private struct FaultyRepository: FeedbackRepository {
    let whole: StoredFeedbackRepository
    /// Records that return the events of all entries for any entry.
    private struct Mixed: FeedbackRecords {
        let whole: any FeedbackRecords

        func shares(of id: Identifier<FeedbackEntry>?, limit: Int?) throws -> [ShareEvent] {
            try whole.shares(of: nil, limit: limit)
        }
        func entry(_ id: Identifier<FeedbackEntry>) throws -> FeedbackEntry? { try whole.entry(id) }
        func entries(_ filter: EntryFilter) throws -> [FeedbackEntry] { try whole.entries(filter) }
        func entries(_ ids: [Identifier<FeedbackEntry>]) throws -> [FeedbackEntry?] { try whole.entries(ids) }
        func entryIDs() throws -> [Identifier<FeedbackEntry>] { try whole.entryIDs() }
        func due(through day: Day?) throws -> [FeedbackEntry] { try whole.due(through: day) }
        func namedPeople() throws -> [NamedPerson] { try whole.namedPeople() }
        func people() throws -> [Person] { try whole.people() }
        func save(_ person: Person) throws { try whole.save(person) }
        func remove(_ person: Person) throws { try whole.remove(person) }
        func counts() throws -> (all: Int, shared: Int, drafts: Int) { try whole.counts() }
        func save(_ entry: FeedbackEntry) throws { try whole.save(entry) }
        func remove(_ entry: FeedbackEntry) throws { try whole.remove(entry) }
        func shareCount() throws -> Int { try whole.shareCount() }
        func save(_ shares: [ShareEvent]) throws { try whole.save(shares) }
        func remove(_ shares: [ShareEvent]) throws { try whole.remove(shares) }
        func purge(_ entry: FeedbackEntry, _ shares: [ShareEvent]) throws { try whole.purge(entry, shares) }
        func templates() throws -> [FeedbackTemplate] { try whole.templates() }
        func save(_ template: FeedbackTemplate) throws { try whole.save(template) }
        func remove(_ template: FeedbackTemplate) throws -> Bool { try whole.remove(template) }
        func sender() throws -> Sender? { try whole.sender() }
        func save(sender: Sender?) throws { try whole.save(sender: sender) }
        func settings() throws -> FeedbackSettings? { try whole.settings() }
        func save(_ settings: FeedbackSettings) throws { try whole.save(settings) }
    }

    func read<Value>(_ body: (any FeedbackRecords) throws -> Value) throws -> Value {
        try whole.read { try body(Mixed(whole: $0)) }
    }

    func write<Value>(undo label: (Value) -> String?, _ body: (any FeedbackRecords) throws -> Value) throws -> Value {
        try whole.write(undo: { try? label($0.get()) }) { records in Result { try body(Mixed(whole: records)) } }.get()
    }

    func search(_ query: SearchQuery, limit: Int?) throws -> SearchResult<FeedbackEntry> {
        try whole.search(query, limit: limit)
    }
}

/// The expected contents of a journal after random changes.
private struct Model {
    var entries: [FeedbackEntry] = []
    var events: [String: [String]] = [:]
    var before: (entries: [FeedbackEntry], events: [String: [String]])?

    mutating func step(_ fixture: JournalFixture, _ random: inout RandomSource) throws {
        let victim = entries.indices.randomElement(using: &random)
        switch (Int.random(in: 0..<6, using: &random), victim) {
        case (0...1, _), (_, nil):
            before = (entries, events)
            let tags = ["a", "b"].filter { _ in Bool.random(using: &random) }
            entries.append(try fixture.journal.write(FeedbackText(context: "c\(entries.count)"), tags: tags))
        case (2, let index?):
            let now = "n\(Int.random(in: 0..<3, using: &random))"
            let old = entries[index]
            let changed = try fixture.journal.change(old.id, FeedbackChange(sections: [.nextSteps: now]))
            XCTAssertEqual(changed.text.nextSteps, now)
            XCTAssertEqual(
                changed.updatedAt != old.updatedAt, old.text.nextSteps != now, "only a text change sets the date")
            if changed != old { before = (entries, events) }
            entries[index] = changed
        case (3, let index?):
            before = (entries, events)
            let entry = entries.remove(at: index)
            events[entry.id.rawValue] = nil
            try fixture.journal.delete(entry.id)
        case (4, let index?):
            try share(fixture, index, &random)
        case (_, _?):
            guard let earlier = before else { return }
            _ = try fixture.store.undoLast()
            (entries, events) = earlier
            before = nil
        }
    }

    /// Shares an entry. In half of the calls the mailer fails, which must change nothing.
    private mutating func share(_ fixture: JournalFixture, _ index: Int, _ random: inout RandomSource) throws {
        let people = ["x@example.org", "y@example.org", "z@example.org"].filter { _ in Bool.random(using: &random) }
        guard !people.isEmpty else { return }
        let letter = try fixture.letter(entries[index], to: people.joined(separator: ","))
        let down = Mailer("down", outcome: "") { _ in throw Failure(.mailNotSent, "Down.", kind: .temporary) }
        if Bool.random(using: &random) {
            XCTAssertThrowsError(try fixture.journal.share(letter, from: Mailbox(JournalFixture.sender), through: down))
        } else {
            entries[index] = try fixture.journal.share(
                letter, from: Mailbox(JournalFixture.sender), through: fixture.outbox.mailer)
            events[entries[index].id.rawValue, default: []] += people
            before = nil
        }
    }

    func compare(_ fixture: JournalFixture, _ place: String) throws {
        let newestFirst = entries.sorted { $0.createdAt > $1.createdAt }
        XCTAssertEqual(try fixture.journal.entries(EntryFilter()), newestFirst, place)
        XCTAssertEqual(
            try fixture.journal.entries(EntryFilter(limit: 3, tag: "A")),
            Array(newestFirst.filter { $0.tags.contains("a") }.prefix(3)), place)
        XCTAssertEqual(
            try fixture.journal.entries(EntryFilter(isShared: true)),
            newestFirst.filter { events[$0.id.rawValue] != nil },
            place)
        for entry in entries {
            let people = events[entry.id.rawValue] ?? []
            XCTAssertEqual(try fixture.journal.shares(of: entry).map(\.recipientEmail).sorted(), people.sorted(), place)
            XCTAssertEqual(entry.shareCount, people.count, place)
            XCTAssertEqual(Set(entry.recipients), Set(people), place)
        }
        XCTAssertEqual(try fixture.journal.shares(limit: nil).count, events.values.map(\.count).reduce(0, +), place)
    }
}
