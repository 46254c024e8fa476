import Kernel
import Storage
import XCTest

@testable import FeedbackCOIN

/// Tests how entries refer to people, and how people are renamed, merged and deleted.
final class PeopleTests: XCTestCase {
    private let fixture = JournalFixture()
    private var journal: FeedbackJournal { fixture.journal }

    /// Writes an entry as the command does.
    @discardableResult
    private func write(_ context: String, to typed: String) throws -> FeedbackEntry {
        let resolved = try journal.resolve(typed)
        var change = FeedbackChange(recipient: .set(resolved.recipient))
        change.person = resolved.person
        return try journal.write(FeedbackText(context: context), change)
    }

    /// Stores an entry in the format of older versions: with a recipient and without a person ID.
    private func storeOldEntry(_ id: String, to typed: String, at second: Int64) throws {
        let entry = FeedbackEntry(
            id: Identifier(id), text: FeedbackText(context: id), recipient: try Recipient(typed),
            createdAt: Instant(milliseconds: second * 1000))
        try fixture.store.write { try $0.put(entry) }
    }

    private func code(_ body: () throws -> some Any) -> Failure.Code? {
        do { _ = try body() } catch { return (error as? Failure)?.code }
        return nil
    }

    func testEntriesWithoutPersonIDsAreGroupedWithoutWriting() throws {
        try storeOldEntry("a", to: "Sam", at: 1)
        try storeOldEntry("b", to: "SÁM <sam@example.org>", at: 2)
        try storeOldEntry("c", to: "sam@example.org", at: 3)
        try storeOldEntry("d", to: "Kim", at: 4)
        let before = try fixture.store.read { try $0.records(FeedbackEntry.byAge.all) }
        let people = try journal.people().members
        XCTAssertEqual(people.map(\.person.title), ["Kim", "SÁM"])
        XCTAssertEqual(people.map(\.count), [1, 3], "a bare name refers to the only person of that name")
        for typed in ["sam", "2", "SAM@example.org", "Sam <sam@example.org>"] {
            XCTAssertEqual(try journal.person(typed).id, people[1].id, typed)
        }
        XCTAssertEqual(try journal.review("sam").entries.map(\.id), ["c", "b", "a"])
        XCTAssertEqual(
            try journal.entries().map { $0.recipient?.title },
            ["Kim", "sam@example.org", "SÁM <sam@example.org>", "Sam"])
        XCTAssertEqual(try fixture.store.read { try $0.records(FeedbackEntry.byAge.all) }, before)
    }

    func testTwoDevicesGiveAPersonTheSameID() throws {
        let firstDevice = JournalFixture(ids: .counting(prefix: "x"))
        let other = JournalFixture(ids: .counting(prefix: "y"))
        for name in ["Zoë Park", "zoe park <zoe@example.org>", "ZOE@example.org"] {
            XCTAssertEqual(try firstDevice.journal.resolve(name).person, try other.journal.resolve(name).person, name)
        }
        XCTAssertEqual(try firstDevice.journal.addPerson("Zoë").id, try other.journal.addPerson("zoe").id)
        _ = try firstDevice.journal.addPerson("Kim")
        XCTAssertEqual(code { try firstDevice.journal.addPerson("Kim <kim@example.org>") }, .personTaken)
    }

    func testRenamingAPersonAppliesEverywhereAndUndoesOnce() throws {
        try storeOldEntry("old", to: "Sam", at: 1)
        try write("new", to: "Sam")
        let before = try journal.entries()
        _ = try journal.updatePerson("Sam", PersonChange(name: "Samuel Lee", address: .set("lee@example.org")))
        let now = try journal.entries()
        XCTAssertEqual(Set(now.map { $0.recipient?.title }), ["Samuel Lee <lee@example.org>"])
        XCTAssertEqual(try journal.letter(now[0]).recipients.map(\.address.text), ["lee@example.org"])
        for word in ["sam", "samuel", "Lee"] { XCTAssertEqual(try journal.search([word]).records.count, 2, word) }
        for name in ["Sam", "samuel lee", "samuel", "lee@example.org"] {
            XCTAssertEqual(try journal.person(name).count, 2, name)
        }
        XCTAssertEqual(try journal.resolve("Sam").recipient.title, "Samuel Lee <lee@example.org>")
        _ = try fixture.store.undoLast()
        XCTAssertEqual(try journal.entries(), before)
        XCTAssertEqual(try fixture.store.read { try $0.records(Selection<Person>.all) }, [])
    }

    func testAmbiguousNameFails() throws {
        try write("one", to: "Sam <sam@a.org>")
        try write("two", to: "Sam <sam@b.org>")
        XCTAssertEqual(code { try journal.person("Sam") }, .namesSeveral)
        XCTAssertEqual(code { try journal.resolve("sam") }, .namesSeveral)
        XCTAssertEqual(try journal.person("sam@b.org").count, 1)
        XCTAssertEqual(
            code { try journal.updatePerson("sam@a.org", PersonChange(address: .set("sam@b.org"))) }, .personTaken)
        _ = try journal.updatePerson("sam@a.org", PersonChange(name: "Sam A"))
        XCTAssertEqual(code { try journal.resolve("sam") }, .namesSeveral, "the previous name still refers to both")
        _ = try journal.updatePerson("sam@a.org", PersonChange(removedAliases: ["Sam"]))
        XCTAssertEqual(try journal.entries(EntryFilter(about: journal.person("Sam A"))).map(\.text.context), ["one"])
    }

    func testRemovedAliasIsFreeForAnotherPerson() throws {
        try write("first", to: "Sam")
        _ = try journal.updatePerson("Sam", PersonChange(name: "Samuel"))
        _ = try journal.updatePerson("Samuel", PersonChange(removedAliases: ["Sam"]))
        XCTAssertEqual(code { try journal.person("Sam") }, .personNotFound)
        let other = try write("second", to: "Sam")
        XCTAssertNotEqual(other.person, try journal.person("Samuel").id)
        XCTAssertEqual(try journal.person("Sam").count, 1)
        XCTAssertEqual(try journal.entries().map { $0.recipient?.title }, ["Sam", "Samuel"])
    }

    func testDeletingAPersonKeepsTheEntries() throws {
        try write("one", to: "Sam")
        XCTAssertEqual(code { try journal.deletePerson("Sam") }, .personNotNoted)
        _ = try journal.updatePerson("Sam", PersonChange(name: "Samuel", team: .set("Web")))
        try journal.deletePerson("Samuel")
        XCTAssertEqual(try journal.entries().map { $0.recipient?.title }, ["Sam"])
        XCTAssertEqual(try journal.people().members.map(\.person.title), ["Sam"])
        _ = try fixture.store.undoLast()
        XCTAssertEqual(try journal.person("Samuel").person.team, "Web")
    }

    func testCrossedMergesYieldOnePerson() throws {
        for name in ["Ann", "Bea"] { try write("to \(name)", to: name) }
        for (name, into) in [("Ann", "Bea"), ("Bea", "Ann")] {
            let mergedID = try Person.id(of: Recipient(name))
            let survivorID = try Person.id(of: Recipient(into))
            try fixture.store.write { try $0.put(Person(id: mergedID, name: name, mergedInto: survivorID)) }
        }
        let people = try journal.people().members
        XCTAssertEqual(people.map(\.count), [2])
        XCTAssertEqual(people[0].id, try ["Ann", "Bea"].map { try Person.id(of: Recipient($0)) }.min())
    }

    func testHostileNamesAreRefusedAndUnusualNamesWork() throws {
        for name in ["Sam\u{1B}[31m", "Sam\nBcc: x", "\u{202E}maS", String(repeating: "x", count: 101), "", " "] {
            XCTAssertNotNil(code { try journal.addPerson(name) }, name)
            XCTAssertNotNil(code { try journal.updatePerson("nobody", PersonChange(name: name)) }, name)
        }
        for name in ["--json", "list", "2", "שָׂרָה", "김민아", "O'Neil", "…", "*"] {
            let person = try journal.addPerson(name)
            XCTAssertEqual(try journal.person(name).id, person.id, name)
            XCTAssertEqual(code { try journal.addPerson(name) }, .personTaken, name)
        }
        XCTAssertEqual(
            code { try journal.updatePerson("list", PersonChange(aliases: (0..<21).map { "a\($0)" })) }, .personInvalid)
    }

    private static let names = [
        "Sam", "SAM <sam@a.org>", "Kim", "kim@b.org", "Lou Park", "Lou Park <lou@c.org>", "Lou Park <lou@d.org>",
    ]

    /// After each change and undo, every entry is about an existing person, and no entry is lost.
    func testRandomPersonChangesLoseNoEntry() throws {
        for seed in 1...25 as ClosedRange<UInt64> {
            let fixture = JournalFixture()
            var random = RandomSource(seed: seed)
            func randomName() -> String { Self.names.randomElement(using: &random) ?? "" }
            for step in 0..<30 {
                let before = try Snapshot(fixture)
                var about: Set<Set<Identifier<FeedbackEntry>>> = []
                do {
                    switch Int.random(in: 0..<7, using: &random) {
                    case 0...2:
                        let resolved = try fixture.journal.resolve(randomName())
                        var change = FeedbackChange(recipient: .set(resolved.recipient))
                        change.person = resolved.person
                        let entry = try fixture.journal.write(FeedbackText(context: "c\(step)"), change)
                        XCTAssertEqual(entry.person, resolved.person)
                        let survivor = try fixture.journal.person(resolved.person.rawValue)
                        XCTAssertTrue(survivor.keys.contains(resolved.person))
                        continue
                    case 3:
                        let member = try fixture.journal.person(randomName())
                        about = before.groups
                        let name = "New \(step)"
                        let now = try fixture.journal.updatePerson(member.id.rawValue, PersonChange(name: name))
                        XCTAssertEqual(now.count, member.count, "seed \(seed): a new name loses no entry")
                        for entry in try fixture.journal.entries(EntryFilter(about: now)) {
                            XCTAssertEqual(entry.recipient?.name, name)
                        }
                    case 4:
                        let person = try fixture.journal.person(randomName())
                        let other = try fixture.journal.person(randomName())
                        let now = try fixture.journal.merge(person.id.rawValue, into: other.id.rawValue)
                        XCTAssertGreaterThanOrEqual(now.count, person.count + other.count, "seed \(seed)")
                        XCTAssertEqual(try fixture.journal.person(other.id.rawValue).id, now.id)
                    case 5: try fixture.journal.deletePerson(fixture.journal.person(randomName()).id.rawValue)
                    default: _ = try fixture.journal.addPerson(randomName(), PersonChange(team: .set("T\(step)")))
                    }
                } catch let failure as Failure {
                    XCTAssertTrue(
                        [.namesSeveral, .personNotFound, .personIsTheSame, .personNotNoted, .personTaken].contains(
                            failure.code),
                        "seed \(seed): \(failure)")
                    XCTAssertEqual(try Snapshot(fixture), before, "a failure changes nothing")
                    continue
                }
                let after = try Snapshot(fixture)
                XCTAssertEqual(after.raw, before.raw, "changes of people write no entry")
                XCTAssertEqual(
                    after.groups.reduce(0) { $0 + $1.count }, after.raw.count,
                    "seed \(seed): each entry belongs to one person")
                if !about.isEmpty {
                    XCTAssertEqual(after.groups, about, "seed \(seed): a new name moves no entries")
                }
                if Bool.random(using: &random) {
                    _ = try fixture.store.undoLast()
                    XCTAssertEqual(try Snapshot(fixture), before, "seed \(seed)")
                }
            }
        }
    }

    /// Entries as stored, as shown, and grouped by person.
    private struct Snapshot: Equatable {
        let raw: [FeedbackEntry]
        let shown: [FeedbackEntry]
        let groups: Set<Set<Identifier<FeedbackEntry>>>

        init(_ fixture: JournalFixture) throws {
            raw = try fixture.store.read { try $0.records(FeedbackEntry.byAge.all) }
            shown = try fixture.journal.entries(EntryFilter())
            groups = Set(
                try fixture.journal.people().members.filter { $0.count > 0 }.map { member in
                    Set(try fixture.journal.entries(EntryFilter(about: member)).map(\.id))
                })
        }
    }
}
