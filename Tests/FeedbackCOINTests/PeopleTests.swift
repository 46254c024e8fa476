import Kernel
import Storage
import XCTest

@testable import FeedbackCOIN

/// People as records: whoever an entry names is one, and what is noted about somebody holds everywhere.
final class PeopleTests: XCTestCase {
    private let desk = Desk()
    private var journal: FeedbackJournal { desk.journal }

    /// Written as a command does it.
    @discardableResult
    private func write(_ context: String, to typed: String) throws -> FeedbackEntry {
        let meant = try journal.meant(by: typed)
        var more = FeedbackChange(recipient: .set(meant.recipient))
        more.person = meant.person
        return try journal.write(FeedbackText(context: context), more)
    }

    /// As older programs left it: a recipient, and nobody that is meant by it.
    private func leave(_ id: String, to typed: String, at second: Int64) throws {
        let entry = FeedbackEntry(
            id: Identifier(id), text: FeedbackText(context: id), recipient: try Recipient(typed),
            createdAt: Instant(milliseconds: second * 1000))
        try desk.store.write { try $0.put(entry) }
    }

    private func code(_ body: () throws -> some Any) -> Failure.Code? {
        do { _ = try body() } catch { return (error as? Failure)?.code }
        return nil
    }

    func testOldEntriesHaveTheirPeopleAndNothingIsWritten() throws {
        try leave("a", to: "Sam", at: 1)
        try leave("b", to: "SÁM <sam@example.org>", at: 2)
        try leave("c", to: "sam@example.org", at: 3)
        try leave("d", to: "Kim", at: 4)
        let before = try desk.store.read { try $0.records(FeedbackEntry.byAge.all) }
        let people = try journal.people().members
        XCTAssertEqual(people.map(\.person.title), ["Kim", "SÁM"])
        XCTAssertEqual(people.map(\.count), [1, 3], "a name alone means the only one with an address who is called so")
        for typed in ["sam", "2", "SAM@example.org", "Sam <sam@example.org>"] {
            XCTAssertEqual(try journal.person(typed).id, people[1].id, typed)
        }
        XCTAssertEqual(try journal.review("sam").entries.map(\.id), ["c", "b", "a"])
        XCTAssertEqual(
            try journal.entries().map { $0.recipient?.title }, ["Kim", "sam@example.org", "SÁM <sam@example.org>", "Sam"])
        XCTAssertEqual(try desk.store.read { try $0.records(FeedbackEntry.byAge.all) }, before)
    }

    func testTwoDevicesThatNameOnePersonAgree() throws {
        let (one, other) = (Desk(ids: .counting(prefix: "x")), Desk(ids: .counting(prefix: "y")))
        for name in ["Zoë Park", "zoe park <zoe@example.org>", "ZOE@example.org"] {
            XCTAssertEqual(try one.journal.meant(by: name).person, try other.journal.meant(by: name).person, name)
        }
        XCTAssertEqual(try one.journal.addPerson("Zoë").id, try other.journal.addPerson("zoe").id)
        _ = try one.journal.addPerson("Kim")
        XCTAssertEqual(code { try one.journal.addPerson("Kim <kim@example.org>") }, .personTaken)
    }

    func testARenamedPersonIsRenamedEverywhereAndOneUndoTakesItBack() throws {
        try leave("old", to: "Sam", at: 1)
        try write("new", to: "Sam")
        let before = try journal.entries()
        _ = try journal.note("Sam", PersonChange(name: "Samuel Lee", address: .set("lee@example.org")))
        let now = try journal.entries()
        XCTAssertEqual(Set(now.map { $0.recipient?.title }), ["Samuel Lee <lee@example.org>"])
        XCTAssertEqual(try journal.letter(now[0]).recipients.map(\.address.text), ["lee@example.org"])
        for word in ["sam", "samuel", "Lee"] { XCTAssertEqual(try journal.search([word]).records.count, 2, word) }
        for name in ["Sam", "samuel lee", "samuel", "lee@example.org"] { XCTAssertEqual(try journal.person(name).count, 2, name) }
        XCTAssertEqual(try journal.meant(by: "Sam").recipient.title, "Samuel Lee <lee@example.org>")
        _ = try desk.store.undoLast()
        XCTAssertEqual(try journal.entries(), before)
        XCTAssertEqual(try desk.store.read { try $0.records(Selection<Person>.all) }, [])
    }

    func testTwoOfOneNameAreNeverGuessed() throws {
        try write("one", to: "Sam <sam@a.org>")
        try write("two", to: "Sam <sam@b.org>")
        XCTAssertEqual(code { try journal.person("Sam") }, .namesSeveral)
        XCTAssertEqual(code { try journal.meant(by: "sam") }, .namesSeveral)
        XCTAssertEqual(try journal.person("sam@b.org").count, 1)
        XCTAssertEqual(code { try journal.note("sam@a.org", PersonChange(address: .set("sam@b.org"))) }, .personTaken)
        _ = try journal.note("sam@a.org", PersonChange(name: "Sam A"))
        XCTAssertEqual(code { try journal.meant(by: "sam") }, .namesSeveral, "the name before still means them")
        _ = try journal.note("sam@a.org", PersonChange(removedAliases: ["Sam"]))
        XCTAssertEqual(try journal.entries(EntryFilter(about: journal.person("Sam A"))).map(\.text.context), ["one"])
    }

    func testANameThatWasLetGoOfIsFreeForSomebodyElse() throws {
        try write("first", to: "Sam")
        _ = try journal.note("Sam", PersonChange(name: "Samuel"))
        _ = try journal.note("Samuel", PersonChange(removedAliases: ["Sam"]))
        XCTAssertEqual(code { try journal.person("Sam") }, .personNotFound)
        let other = try write("second", to: "Sam")
        XCTAssertNotEqual(other.person, try journal.person("Samuel").id)
        XCTAssertEqual(try journal.person("Sam").count, 1)
        XCTAssertEqual(try journal.entries().map { $0.recipient?.title }, ["Sam", "Samuel"])
    }

    func testDeletingSomebodyLeavesTheEntries() throws {
        try write("one", to: "Sam")
        XCTAssertEqual(code { try journal.deletePerson("Sam") }, .personNotNoted)
        _ = try journal.note("Sam", PersonChange(name: "Samuel", team: .set("Web")))
        try journal.deletePerson("Samuel")
        XCTAssertEqual(try journal.entries().map { $0.recipient?.title }, ["Sam"])
        XCTAssertEqual(try journal.people().members.map(\.person.title), ["Sam"])
        _ = try desk.store.undoLast()
        XCTAssertEqual(try journal.person("Samuel").person.team, "Web")
    }

    func testTwoMergesThatCrossEndInOnePersonOnEveryDevice() throws {
        for one in ["Ann", "Bea"] { try write("to \(one)", to: one) }
        for (one, into) in [("Ann", "Bea"), ("Bea", "Ann")] {
            let (gone, kept) = (try Person.id(of: Recipient(one)), try Person.id(of: Recipient(into)))
            try desk.store.write { try $0.put(Person(id: gone, name: one, mergedInto: kept)) }
        }
        let people = try journal.people().members
        XCTAssertEqual(people.map(\.count), [2])
        XCTAssertEqual(people[0].id, try ["Ann", "Bea"].map { try Person.id(of: Recipient($0)) }.min())
    }

    func testHostileNamesAreRefusedOrShownAsTheyAre() throws {
        for name in ["Sam\u{1B}[31m", "Sam\nBcc: x", "\u{202E}maS", String(repeating: "x", count: 101), "", " "] {
            XCTAssertNotNil(code { try journal.addPerson(name) }, name)
            XCTAssertNotNil(code { try journal.note("nobody", PersonChange(name: name)) }, name)
        }
        for name in ["--json", "list", "2", "שָׂרָה", "김민아", "O'Neil", "…", "*"] {
            let made = try journal.addPerson(name)
            XCTAssertEqual(try journal.person(name).id, made.id, name)
            XCTAssertEqual(code { try journal.addPerson(name) }, .personTaken, name)
        }
        XCTAssertEqual(code { try journal.note("list", PersonChange(aliases: (0..<21).map { "a\($0)" })) }, .personInvalid)
    }

    /// Whatever is noted, renamed, merged, deleted and undone: every entry is about somebody who is there, and nobody's entries get lost.
    func testALifeOfPeople() throws {
        for seed in 1...25 as ClosedRange<UInt64> {
            let desk = Desk()
            var random = RandomSource(seed: seed)
            let names = [
                "Sam", "SAM <sam@a.org>", "Kim", "kim@b.org", "Lou Park", "Lou Park <lou@c.org>", "Lou Park <lou@d.org>",
            ]
            func any() -> String { names.randomElement(using: &random) ?? "" }
            for step in 0..<30 {
                let before = try Snapshot(desk)
                var about: Set<Set<Identifier<FeedbackEntry>>> = []
                do {
                    switch Int.random(in: 0..<7, using: &random) {
                    case 0...2:
                        let meant = try desk.journal.meant(by: any())
                        var more = FeedbackChange(recipient: .set(meant.recipient))
                        more.person = meant.person
                        let entry = try desk.journal.write(FeedbackText(context: "c\(step)"), more)
                        XCTAssertEqual(entry.person, meant.person)
                        XCTAssertTrue(try desk.journal.person(meant.person.rawValue).keys.contains(meant.person))
                        continue
                    case 3:
                        let member = try desk.journal.person(any())
                        about = before.groups
                        let name = "New \(step)"
                        let now = try desk.journal.note(member.id.rawValue, PersonChange(name: name))
                        XCTAssertEqual(now.count, member.count, "seed \(seed): a new name loses no entry")
                        for entry in try desk.journal.entries(EntryFilter(about: now)) {
                            XCTAssertEqual(entry.recipient?.name, name)
                        }
                    case 4:
                        let (one, other) = (try desk.journal.person(any()), try desk.journal.person(any()))
                        let now = try desk.journal.merge(one.id.rawValue, into: other.id.rawValue)
                        XCTAssertGreaterThanOrEqual(now.count, one.count + other.count, "seed \(seed)")
                        XCTAssertEqual(try desk.journal.person(one.id.rawValue.isEmpty ? "" : other.id.rawValue).id, now.id)
                    case 5: try desk.journal.deletePerson(desk.journal.person(any()).id.rawValue)
                    default: _ = try desk.journal.addPerson(any(), PersonChange(team: .set("T\(step)")))
                    }
                } catch let failure as Failure {
                    XCTAssertTrue(
                        [.namesSeveral, .personNotFound, .personIsTheSame, .personNotNoted, .personTaken].contains(failure.code),
                        "seed \(seed): \(failure)")
                    XCTAssertEqual(try Snapshot(desk), before, "a failure changes nothing")
                    continue
                }
                let after = try Snapshot(desk)
                XCTAssertEqual(after.raw, before.raw, "no entry was written")
                XCTAssertEqual(
                    after.groups.reduce(0) { $0 + $1.count }, after.raw.count, "seed \(seed): everybody's entries are there, once"
                )
                if !about.isEmpty { XCTAssertEqual(after.groups, about, "seed \(seed): a new name moves nobody's entries") }
                if Bool.random(using: &random) {
                    _ = try desk.store.undoLast()
                    XCTAssertEqual(try Snapshot(desk), before, "seed \(seed)")
                }
            }
        }
    }

    /// What is there: entries as they are kept, as they are shown, and by person.
    private struct Snapshot: Equatable {
        let raw: [FeedbackEntry]
        let shown: [FeedbackEntry]
        let groups: Set<Set<Identifier<FeedbackEntry>>>

        init(_ desk: Desk) throws {
            raw = try desk.store.read { try $0.records(FeedbackEntry.byAge.all) }
            shown = try desk.journal.entries(EntryFilter())
            groups = Set(
                try desk.journal.people().members.filter { $0.count > 0 }.map { member in
                    Set(try desk.journal.entries(EntryFilter(about: member)).map(\.id))
                })
        }
    }
}
