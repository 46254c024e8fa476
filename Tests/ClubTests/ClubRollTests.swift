import Club
import Kernel
import Storage
import TestSupport
import XCTest

/// Compares a roll over each store with a model after random changes.
final class ClubRollTests: XCTestCase {
    func testRollMatchesAModelOnEachStore() throws {
        let home = try Home(isQuick: true)
        for seed in UInt64(0)..<10 {
            try Self.runRandomSteps(Fixture(), seed)
            try Self.runRandomSteps(
                Fixture(store: try FileStore(directory: home.path("club\(seed)")) { .earliest }), seed)
        }
    }

    /// Marks, unmarks and grades at random, and compares the counts after each step.
    private static func runRandomSteps(_ fixture: Fixture, _ seed: UInt64) throws {
        var random = RandomSource(seed: seed)
        let names = ["Ada", "Bo", "Cem", "Dee", "Eve"]
        let roll = try fixture.roll()
        for name in names { _ = try roll.add(StudentDraft(name: name, belt: "9k")) }
        var marks = Set<String>()
        var belts = Dictionary(uniqueKeysWithValues: names.map { ($0, 1) })
        var since = Dictionary(uniqueKeysWithValues: names.map { ($0, roll.today) })
        let first = roll.today
        for step in 0..<60 {
            let place = "seed \(seed), step \(step)"
            let day = roll.today.adding(days: -Int.random(in: 0...20, using: &random))
            let name = names.randomElement(using: &random) ?? "Ada"
            let lesson = Bool.random(using: &random) ? "kids" : "adults"
            let key = "\(name) \(day) \(lesson)"
            switch Int.random(in: 0..<10, using: &random) {
            case 0...5:
                let marked = try roll.mark([name, name.lowercased()], lesson: lesson, on: day)
                XCTAssertEqual(marked.marked.count, marks.contains(key) ? 0 : 1, place)
                XCTAssertEqual(marked.repeated.map(\.name), [name], place)
                marks.insert(key)
            case 6:
                do {
                    _ = try roll.unmark([name], lesson: lesson, on: day)
                    XCTAssertNotNil(marks.remove(key), place)
                } catch let failure as Failure {
                    XCTAssertEqual(failure.code, .notMarked, place)
                    XCTAssertFalse(marks.contains(key), place)
                }
            case 7:
                let before = try roll.gradings(of: name).contains { $0.grading.day == roll.today }
                guard !before else {
                    XCTAssertThrowsError(try roll.recordGrading(name, .pass), place)
                    break
                }
                let grading = try roll.recordGrading(name, Bool.random(using: &random) ? .pass : .fail)
                guard grading.grading.result == .pass else { break }
                belts[name, default: 0] += 1
                since[name] = roll.today
            default: fixture.clock.advance(seconds: 86_400)
            }
            try expect(roll, marks, belts, since, from: first.adding(days: -30), place)
        }
    }

    private static func expect(
        _ roll: ClubRoll, _ marks: Set<String>, _ belts: [String: Int], _ since: [String: Day], from first: Day,
        _ place: String
    ) throws {
        let classes = try roll.classes(from: first, through: roll.today)
        XCTAssertEqual(
            Set(classes.flatMap { session in session.students.map { "\($0.name) \(session.day) \(session.lesson)" } }),
            marks, place
        )
        for candidate in try roll.candidates() {
            let name = candidate.student.name
            XCTAssertEqual(candidate.belt.id, Fixture.belts[belts[name] ?? 0], place)
            let counted = marks.filter { $0.hasPrefix(name + " ") }.compactMap {
                Day(String($0.split(separator: " ")[1]))
            }
            XCTAssertEqual(candidate.classes, counted.count { $0 >= since[name] ?? first && $0 <= roll.today }, place)
        }
        for visitor in try roll.visitors() {
            let days = marks.filter { $0.hasPrefix(visitor.student.name + " ") }.compactMap {
                Day(String($0.split(separator: " ")[1]))
            }
            XCTAssertEqual(visitor.last, days.max(), place)
        }
    }

    func testMonthsInGradeAreWholeMonths() throws {
        let fixture = Fixture()
        let roll = try fixture.roll()
        for (since, months) in [
            ("2027-01-15", 0), ("2026-12-16", 0), ("2026-12-15", 1), ("2026-10-31", 2), ("2026-01-15", 12),
        ] {
            _ = try roll.add(StudentDraft(name: since, since: Day(since)))
            XCTAssertEqual(try roll.candidates().first { $0.student.name == since }?.months, months, since)
        }
        XCTAssertThrowsError(try roll.add(StudentDraft(name: "x", since: Day("2027-01-16"))))
    }

    func testClubsHaveSeparateRolls() throws {
        let fixture = Fixture()
        _ = try fixture.book.create("Tigers")
        _ = try fixture.book.create("Lions")
        XCTAssertThrowsError(try fixture.book.roll()) { XCTAssertEqual(($0 as? Failure)?.code, .manyClubs) }
        let tigers = try fixture.book.roll(of: "tigers")
        let lions = try fixture.book.roll(of: "LIONS")
        _ = try tigers.add(StudentDraft(name: "Mina"))
        _ = try lions.add(StudentDraft(name: "Mina"))
        _ = try tigers.mark(["mina"])
        XCTAssertEqual(try tigers.classes(from: tigers.today, through: tigers.today).count, 1)
        XCTAssertEqual(try lions.classes(from: lions.today, through: lions.today).count, 0)
        XCTAssertEqual(try lions.students().count, 1)
    }

    func testMasteryRequirementAppliesToSharedMasteryOnly() throws {
        let fixture = Fixture()
        let roll = try fixture.roll("Mina", "Jun")
        _ = try roll.setRequirements(months: 0, classes: 0, mastery: 60)
        let jun = try roll.student(named: "jun").id
        let mina = try roll.student(named: "mina").id
        let all = try roll.candidates { [mina: 59] }
        XCTAssertEqual(all.map(\.student.id), [jun, mina])
        XCTAssertEqual(all.map(\.isReady), [true, false])
        XCTAssertTrue(try roll.candidates { [mina: 60] }.allSatisfy(\.isReady))
    }
}
