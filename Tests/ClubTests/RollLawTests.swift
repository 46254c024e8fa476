import Club
import Kernel
import Storage
import TestBench
import XCTest

/// Whatever store a club stands on, it keeps what a model in plain lists keeps.
final class RollLawTests: XCTestCase {
    func testARollKeepsWhatAModelKeepsOverEachStore() throws {
        let home = try Home(isQuick: true)
        for seed in UInt64(0)..<10 {
            try Self.live(Bench(), seed)
            try Self.live(Bench(store: try FileStore(directory: home.path("club\(seed)")) { .earliest }), seed)
        }
    }

    /// Marks, takes back, grades; what is counted is compared after each step.
    private static func live(_ bench: Bench, _ seed: UInt64) throws {
        var chance = RandomSource(seed: seed)
        let names = ["Ada", "Bo", "Cem", "Dee", "Eve"]
        let roll = try bench.roll()
        for name in names { _ = try roll.add(StudentDraft(name: name, belt: "9k")) }
        var (marks, belts) = (Set<String>(), Dictionary(uniqueKeysWithValues: names.map { ($0, 1) }))
        var since = Dictionary(uniqueKeysWithValues: names.map { ($0, roll.today) })
        let first = roll.today
        for step in 0..<60 {
            let place = "seed \(seed), step \(step)"
            let day = roll.today.adding(days: -Int.random(in: 0...20, using: &chance))
            let (name, lesson) = (names.randomElement(using: &chance) ?? "Ada", Bool.random(using: &chance) ? "kids" : "adults")
            let key = "\(name) \(day) \(lesson)"
            switch Int.random(in: 0..<10, using: &chance) {
            case 0...5:
                let marked = try roll.mark([name, name.lowercased()], lesson: lesson, on: day)
                XCTAssertEqual(marked.marked.count, marks.contains(key) ? 0 : 1, place)
                XCTAssertEqual(marked.twice.map(\.name), [name], place)
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
                    XCTAssertThrowsError(try roll.grade(name, .pass), place)
                    break
                }
                let grading = try roll.grade(name, Bool.random(using: &chance) ? .pass : .fail)
                guard grading.grading.result == .pass else { break }
                belts[name, default: 0] += 1
                since[name] = roll.today
            default: bench.clock.advance(seconds: 86_400)
            }
            try expect(roll, marks, belts, since, from: first.adding(days: -30), place)
        }
    }

    private static func expect(
        _ roll: ClubRoll, _ marks: Set<String>, _ belts: [String: Int], _ since: [String: Day], from first: Day, _ place: String
    ) throws {
        let classes = try roll.classes(from: first, through: roll.today)
        XCTAssertEqual(
            Set(classes.flatMap { held in held.students.map { "\($0.name) \(held.day) \(held.lesson)" } }), marks, place)
        for candidate in try roll.candidates() {
            let name = candidate.student.name
            XCTAssertEqual(candidate.belt.id, Bench.belts[belts[name] ?? 0], place)
            let counted = marks.filter { $0.hasPrefix(name + " ") }.compactMap { Day(String($0.split(separator: " ")[1])) }
            XCTAssertEqual(candidate.classes, counted.count { $0 >= since[name] ?? first && $0 <= roll.today }, place)
        }
        for visitor in try roll.visitors() {
            let days = marks.filter { $0.hasPrefix(visitor.student.name + " ") }.compactMap {
                Day(String($0.split(separator: " ")[1]))
            }
            XCTAssertEqual(visitor.last, days.max(), place)
        }
    }

    func testMonthsInGradeAreWholeOnes() throws {
        let bench = Bench()
        let roll = try bench.roll()
        for (since, months) in [("2027-01-15", 0), ("2026-12-16", 0), ("2026-12-15", 1), ("2026-10-31", 2), ("2026-01-15", 12)] {
            _ = try roll.add(StudentDraft(name: since, since: Day(since)))
            XCTAssertEqual(try roll.candidates().first { $0.student.name == since }?.months, months, since)
        }
        XCTAssertThrowsError(try roll.add(StudentDraft(name: "x", since: Day("2027-01-16"))))
    }

    func testTwoClubsKeepTheirOwn() throws {
        let bench = Bench()
        _ = try bench.book.create("Tigers")
        _ = try bench.book.create("Lions")
        XCTAssertThrowsError(try bench.book.roll()) { XCTAssertEqual(($0 as? Failure)?.code, .manyClubs) }
        let (tigers, lions) = (try bench.book.roll(of: "tigers"), try bench.book.roll(of: "LIONS"))
        _ = try tigers.add(StudentDraft(name: "Mina"))
        _ = try lions.add(StudentDraft(name: "Mina"))
        _ = try tigers.mark(["mina"])
        XCTAssertEqual(try tigers.classes(from: tigers.today, through: tigers.today).count, 1)
        XCTAssertEqual(try lions.classes(from: lions.today, through: lions.today).count, 0)
        XCTAssertEqual(try lions.students().count, 1)
    }

    func testSharedMasteryDecidesOnlyWhereItIsShared() throws {
        let bench = Bench()
        let roll = try bench.roll("Mina", "Jun")
        _ = try roll.require(months: 0, classes: 0, mastery: 60)
        let (jun, mina) = (try roll.student(named: "jun").id, try roll.student(named: "mina").id)
        let all = try roll.candidates { [mina: 59] }
        XCTAssertEqual(all.map(\.student.id), [jun, mina])
        XCTAssertEqual(all.map(\.isReady), [true, false])
        XCTAssertTrue(try roll.candidates { [mina: 60] }.allSatisfy(\.isReady))
    }
}
