import Kernel
import Practice
import Profiles
import Sync
import TestSupport
import XCTest

/// Tests of profiles and practice records that are merged from several devices.
final class MergedPracticeTests: XCTestCase {
    private let clock = ManualClock("2026-11-20T09:00:00Z")

    private func devices(_ count: Int, of app: String) throws -> [SyncedDevice] {
        try SyncedDevice.make(count, of: app, clock)
    }

    private func sync(_ devices: [SyncedDevice], line: UInt = #line) throws {
        try SyncedDevice.syncAll(devices, clock, line: line)
    }

    // MARK: - Profiles

    private func family(_ device: SyncedDevice) -> Family {
        Family(
            repository: StoredProfileRepository(device.store), grades: Self.grades, theme: "classic", ids: device.ids,
            time: clock.source())
    }

    private static let grades = Grades(lowest: { "10k" }, parse: { $0 }, title: { $0 }, all: { ["10k", "9k"] })

    /// Two children with the same name keep their separate practice.
    func testProfilesWithSameNameKeepTheirRecords() throws {
        let both = try devices(2, of: "dojang")
        let annas = try both.map { try family($0).add(named: "Anna") }
        for (device, anna) in zip(both, annas) {
            var run = try log(device, of: anna.partition).begin(Drill(), items: ["t1"], settings: NoSettings())
            try log(device, of: anna.partition).answer(Mark(.recalled, .good), milliseconds: 1_000, in: &run)
        }
        try sync(both)
        for device in both {
            let members = try family(device).members()
            XCTAssertEqual(Set(members.map(\.name)), ["Anna", "Anna 2"])
            for member in members {
                XCTAssertEqual(
                    try log(device, of: member.partition).days().reduce(0) { $0 + $1.answers }, 1, member.name)
            }
        }
        XCTAssertEqual(
            try both.map { try family($0).active().id }, annas.map(\.id), "each device keeps its active profile")
    }

    func testProfileDeletionDuringPracticeCanBeUndone() throws {
        let both = try devices(2, of: "dojang")
        let anna = try family(both[0]).add(named: "Anna")
        let berta = try family(both[0]).add(named: "Berta")
        try sync(both)
        try family(both[1]).activate(berta)
        try family(both[0]).remove(berta)
        var run = try log(both[1], of: berta.partition).begin(Drill(), items: ["t1"], settings: NoSettings())
        try log(both[1], of: berta.partition).answer(Mark(.recalled, .good), milliseconds: 1_000, in: &run)
        try sync(both)
        for device in both {
            XCTAssertEqual(try family(device).members().map(\.name), ["Anna"])
            XCTAssertEqual(try family(device).active().id, anna.id)
        }
        _ = try both[0].store.undoLast()
        try sync(both)
        for device in both {
            XCTAssertEqual(try family(device).members().map(\.name), ["Anna", "Berta"])
            XCTAssertEqual(
                try log(device, of: berta.partition).days().reduce(0) { $0 + $1.answers }, 1, "nothing was lost")
        }
    }

    func testMergeKeepsProfilesBeyondLimit() throws {
        let both = try devices(2, of: "dojang")
        for (number, device) in both.enumerated() {
            for name in 0..<4 { _ = try family(device).add(named: "\(number)-\(name)") }
        }
        try sync(both)
        // A device allows six. Four of each come together.
        for device in both {
            XCTAssertEqual(try family(device).members().count, 8)
            XCTAssertThrowsError(try family(device).add(named: "One more")) {
                XCTAssertEqual(($0 as? Failure)?.message.contains("already 8"), true, "\($0)")
            }
        }
    }

    // MARK: - Practice

    /// An exercise that behaves like flashcards.
    private struct Drill: Exercise {
        typealias Item = String
        typealias Settings = NoSettings
        let kind = PracticeKind(rawValue: "flashcards")
        let activity = "study"
        func memory(in run: Run<Self>) -> MemoryRule { .daily(LeitnerScheduler.standard) }
        func target(of item: String, in run: Run<Self>) -> (target: Target, question: String) {
            (Target(kind, item, "term"), activity)
        }
        func task(for item: String, in run: Run<Self>) -> String? { item }
        func judge(_ mark: Mark, to task: String, in run: Run<Self>) -> Mark { mark }
        func label(of mark: Mark, to item: String, in run: Run<Self>) -> String { "Answered \(item)" }
        func undoLabel(_ answer: Answer, in run: Run<Self>) -> String { "Took back" }
    }

    private let learner = Partition(rawValue: "profile:mina")

    private func log(_ device: SyncedDevice, of partition: Partition? = nil) -> PracticeLog {
        PracticeLog(
            repository: StoredPracticeRepository(device.store.scoped(to: partition ?? learner)), time: clock.source(),
            ids: device.ids,
            random: RandomSource(seed: 1))
    }

    @discardableResult
    private func study(_ items: [Int], _ device: SyncedDevice, _ mark: Mark = Mark(.recalled, .good)) throws -> Run<
        Drill
    > {
        var run = try log(device).begin(Drill(), items: items.map { "t\($0)" }, settings: NoSettings())
        for _ in items {
            clock.advance(seconds: 2)
            try log(device).answer(mark, milliseconds: 1_000, in: &run)
        }
        return run
    }

    private func memory(_ item: Int, _ device: SyncedDevice) throws -> MemoryState? {
        try log(device).memory(of: Target(PracticeKind(rawValue: "flashcards"), "t\(item)", "term"))
    }

    func testAnswersOfBothDevicesMakeOneDayAndOneMemory() throws {
        let both = try devices(2, of: "dojang")
        try study(Array(0..<20), both[0])
        try study(Array(10..<25), both[1])
        try sync(both)
        for device in both {
            XCTAssertEqual(try log(device).days(on: clock.source().today()).reduce(0) { $0 + $1.answers }, 35)
        }
        for item in 0..<25 { XCTAssertEqual(try memory(item, both[0]), try memory(item, both[1]), "t\(item)") }
        // Only the first of two answers on a day changes the memory.
        XCTAssertEqual(try memory(12, both[0])?.answers, 1)
        // Answers on different days all count, on either device.
        clock.advance(days: 2)
        try study([3], both[0])
        clock.advance(days: 5)
        try study([3], both[1])
        clock.advance(days: 9)
        try study([3], both[0])
        try sync(both)
        for device in both {
            XCTAssertEqual(try memory(3, device)?.answers, 4)
            XCTAssertEqual(try memory(3, device)?.memory.schedule?.box, 5)
        }
    }

    /// The result is the same as if all answers were given on one device, in any order of syncs.
    func testMergedMemoryMatchesReplayOfAllAnswers() throws {
        var random = RandomSource(seed: 7)
        for round in 0..<6 {
            let three = try devices(3, of: "dojang")
            for _ in 0..<12 {
                clock.advance(days: Double(random.next() % 3))
                let device = three[Int(random.next() % 3)]
                let mark = Mark(.recalled, random.next() % 3 == 0 ? .again : .good)
                try study([Int(random.next() % 3), 3 + Int(random.next() % 2)], device, mark)
                if random.next() % 3 == 0 { try device.replica.round() }
            }
            try sync(three)
            for item in 0..<5 {
                let all = try three.map { try memory(item, $0) }
                XCTAssertEqual(Set(all).count, 1, "round \(round), t\(item): \(all)")
                let target = Target(Drill().kind, "t\(item)", "term")
                let answers = try log(three[0]).runs().flatMap { try log(three[0]).answers(of: $0.id) }
                    .filter { $0.target == target }.sorted { $0.at < $1.at }
                let replayed = MemoryRule.daily(LeitnerScheduler.standard).memory(replaying: answers)
                XCTAssertEqual(all[0]?.memory, replayed, "round \(round), t\(item)")
            }
        }
    }

    func testUndoneAnswerDisappearsOnBothDevices() throws {
        let both = try devices(2, of: "dojang")
        var run = try study([1, 2], both[0])
        try sync(both)
        clock.advance(days: 1)
        try study([2], both[1])
        try sync(both)
        XCTAssertEqual(try memory(2, both[0])?.answers, 2)
        XCTAssertThrowsError(try log(both[0]).undoAnswer(in: &run)) {
            XCTAssertEqual(($0 as? Failure)?.code, .answeredSince)
        }
        var next = try study([1], both[0])
        try sync(both)
        try log(both[0]).undoAnswer(in: &next)
        try sync(both)
        for device in both {
            XCTAssertEqual(try memory(1, device)?.answers, 1)
            XCTAssertEqual(try log(device).days(on: nil).reduce(0) { $0 + $1.answers }, 3)
        }
    }

    /// The first sync to a new device also rebuilds the memories.
    func testLongLogReachesNewDevice() throws {
        let both = try devices(2, of: "dojang")
        for _ in 0..<3 {
            try study(Array(0..<400), both[0])
            clock.advance(days: 20)
        }
        try both[0].replica.round()
        try both[1].replica.round()
        XCTAssertEqual(try (0..<400).map { try memory($0, both[1]) }, try (0..<400).map { try memory($0, both[0]) })
    }
}
