import Focus
import FocusCommands
import Kernel
import Synchronization
import Terminal
import XCTest

/// What the services promise at the edge: first and last, one and none, exactly so much.
final class ServiceBoundsTests: XCTestCase {
    private let day = Day.of("2026-11-20")

    // MARK: - Gates

    /// Each gate is asked with what its comment says; where the number does not matter, with none.
    func testGatesAreAskedWithWhatIsInUse() throws {
        let asked = Mutex<[String]>([])
        let bench = Bench(
            gates: GateKeeper { gate, used in
                asked.withLock { $0.append("\(gate.key) \(used)") }
                return GateAnswer(allowed: true, used: used, reason: "", variant: "test")
            })
        _ = try bench.tasks.add(TaskDraft(title: "Old", reminder: 60))
        _ = try bench.presets.add("Essay", Preset.first.plan)
        let (timer, tasks, presets, history) = (bench.timer, bench.tasks, bench.presets, bench.history)
        let table: [(wanted: [String], act: () throws -> Void)] = [
            (
                ["focus.themes 2"],
                {
                    _ = try bench.themes.use("ocean"); asked.withLock { $0 = [] }; _ = try bench.themes.current()
                }
            ),
            (["focus.themes 2"], { _ = try bench.themes.use("peach") }),
            (["focus.sounds 3"], { _ = try Catalogue.sounds.choice("ocean-waves", gates: bench.gates) }),
            (["focus.ambiances 3"], { _ = Catalogue.ambiances.rows(chosen: nil, gates: bench.gates) }),
            (["focus.presets.create 1"], { _ = try presets.add("Poem", Preset.first.plan) }),
            (
                ["focus.presets.reading 0", "focus.presets.create 0", "focus.presets.create 0", "focus.presets.edit 0"],
                { _ = try presets.edit("Essay", Preset.first.plan) }
            ),
            (
                ["focus.presets.reading 0", "focus.presets.create 0", "focus.presets.create 0"], { _ = try presets.all() }
            ),
            (["focus.presets.reading 0"], { _ = try timer.start(Preset.founding[3]) }),
            (["focus.live 0"], { _ = timer.isLive }), (["focus.status.controls 0"], { _ = timer.statusControls }),
            (["focus.tasks 1", "focus.reminders 1"], { _ = try tasks.add(TaskDraft(title: "New", reminder: 60)) }),
            (["focus.tasks 2"], { _ = try tasks.usage() }), (["focus.tasks 2"], { _ = try tasks.open() }),
            (["focus.history 0"], { _ = history.openSince() }),
            (["focus.history 1", "focus.history 0", "focus.history 0"], { _ = try history.rows(of: self.day.adding(days: -1)) }),
            (["focus.history 0", "focus.history 0", "focus.history 0"], { _ = try history.rows(of: self.day.adding(days: 1)) }),
            (["focus.xp 0"], { _ = try history.experience() }),
        ]
        for (wanted, act) in table {
            asked.withLock { $0 = [] }
            try act()
            XCTAssertEqual(asked.withLock { $0 }, wanted)
        }
    }

    func testTheRoomOfAGate() {
        for (allowed, limit, room) in [(true, nil, nil), (false, nil, 0), (true, 3, 3), (false, 0, 0)] as [(Bool, Int?, Int?)] {
            XCTAssertEqual(GateAnswer(allowed: allowed, limit: limit, reason: "", variant: "").room, room)
        }
    }

    // MARK: - Catalogues and themes

    func testWhatIsInACatalogueIsChosenByItsIdOrItsName() throws {
        for (name, id) in [
            ("Light Rain", "light-rain-ambient"), ("LIGHT-RAIN-AMBIENT", "light-rain-ambient"), ("ocean waves", "ocean-waves"),
            ("Ocean-Waves", "ocean-waves"), ("café murmur", "café-murmur"),
        ] { XCTAssertEqual(try Catalogue.sounds.choice(name, gates: .open).id, id) }
        XCTAssertEqual(try Catalogue.sounds.choice("fireplace", gates: .free).name, "Fireplace", "what is free asks nobody")
    }

    func testThemesSayWhichIsWornAndWhichAreLocked() throws {
        let bench = Bench(gates: .free)
        XCTAssertEqual(try bench.themes.all().filter(\.isChosen).map(\.item.name), ["Forest"], "the first, to begin with")
        let row = try bench.themes.use("NEON")
        XCTAssertEqual([row.isChosen, row.isLocked], [true, false])
        XCTAssertEqual(try bench.themes.all().filter(\.isChosen).map(\.item.name), ["Neon"])
        XCTAssertEqual(try bench.themes.all().filter { !$0.isLocked }.map(\.item.name), ["Forest", "Neon"])
        XCTAssertEqual(FocusTheme.named("mint").name, "Mint")
        XCTAssertEqual(FocusTheme.named("nothing").name, "Forest")
    }

    // MARK: - Presets

    func testNamesOfPresetsAtTheirBounds() throws {
        let bench = Bench()
        let name = String(repeating: "x", count: 40)
        XCTAssertFalse(try bench.presets.add(name, Preset.first.plan).isLocked)
        for wrong in [name + "x", ""] {
            XCTAssertThrowsError(try bench.presets.add(wrong, Preset.first.plan)) {
                XCTAssertEqual(($0 as? Failure)?.code.text, "presetNameInvalid")
            }
        }
        for name in ["c", "a", "b"] { _ = try bench.presets.add(name, Preset.first.plan) }
        XCTAssertEqual(try bench.presets.all().dropFirst(4).map(\.preset.name), ["a", "b", "c", name])
        XCTAssertEqual(try bench.presets.edit("a", Preset.founding[0].plan).preset.isOwn, true)
        XCTAssertTrue(Preset(name: "New", plan: Preset.first.plan).isOwn)
    }

    /// The preset's, one for this time, or none.
    func testASessionTakesTheLengthThatItIsGiven() throws {
        for (focus, up, planned) in [(nil, false, 1_500_000), (60, false, 60_000), (nil, true, nil)] as [(Int?, Bool, Int?)] {
            let bench = Bench()
            XCTAssertEqual(try bench.timer.start(.first, focus: focus, countingUp: up).planned, planned)
            XCTAssertEqual(try bench.timer.session()?.planned, planned)
        }
        let bench = Bench()
        _ = try bench.timer.start(.first)
        _ = try bench.timer.notice(.watch)
        bench.pass(minutes: 10)
        XCTAssertEqual(try bench.timer.resume().session.focused(at: bench.now), 0, "a gap counts only when it is said to")
        XCTAssertEqual(try bench.timer.stop().isFirstFocus, false, "nothing was kept")
    }

    // MARK: - Tasks

    func testWhatIsClosedIsNeverLockedAndWhatIsDoneTodayIsNot() throws {
        let store = Bench().store
        let pro = Bench(store: store)
        for number in 1...5 {
            let task = try pro.tasks.add(TaskDraft(title: "T\(number)", recurrence: number == 5 ? .days(1) : nil))
            if number > 3 { _ = try pro.tasks.finish(task.id) }
            pro.pass(minutes: 1)
        }
        let strict = Bench(
            "2026-11-20T10:00:00Z", store: store,
            gates: GateKeeper { _, used in
                GateAnswer(allowed: used < 1, used: used, limit: 1, reason: "", variant: "")
            })
        XCTAssertEqual(try strict.tasks.closed().map(\.isLocked), [false])
        XCTAssertEqual(try strict.tasks.closed().map(\.isDone), [true])
        XCTAssertEqual(try strict.tasks.open().filter(\.isLocked).map(\.task.title), ["T2", "T3"])
        XCTAssertThrowsError(try strict.tasks.edit(strict.tasks.task("T2").task.id) { $0.title = "x" }) {
            XCTAssertEqual(($0 as? Failure)?.message, "3/1 tasks.")
        }
        XCTAssertEqual(try Bench(store: store).tasks.usage(), "3 tasks")
    }

    /// What was done today and comes back takes nobody's place on the first screen.
    func testThePressingTasksAreThoseThatAreLeftToday() throws {
        let bench = Bench()
        for title in ["Stretch", "Read", "Walk"] {
            _ = try bench.tasks.finish(bench.tasks.add(TaskDraft(title: title, recurrence: .days(1))).id)
        }
        for number in 1...4 { _ = try bench.tasks.add(TaskDraft(title: "T\(number)", due: day.adding(days: 9 + number))) }
        XCTAssertEqual(try bench.tasks.pressing(limit: 3).map(\.task.title), ["T1", "T2", "T3"])
        XCTAssertEqual(try bench.tasks.open(limit: 3).map(\.isDone), [true, true, true])
        bench.pass(minutes: 24 * 60)
        XCTAssertEqual(Set(try bench.tasks.pressing(limit: 3).map(\.task.title)), ["Stretch", "Read", "Walk"])
    }

    // MARK: - History

    /// A round that ended unseen counts on the first and on the last of the days that are asked for, and on no other.
    func testWhatEndedUnseenBelongsToItsDay() throws {
        let bench = Bench()
        _ = try bench.timer.start(.first, task: bench.tasks.add(TaskDraft(title: "Write", tags: ["b", "a"])))
        bench.pass(minutes: 26)
        let (before, after) = (day.adding(days: -1), day.adding(days: 1))
        for (first, last, count) in [(day, day, 1), (before, day, 1), (day, after, 1), (before, before, 0), (after, after, 0)] {
            let total = try bench.history.total(from: first, through: last)
            XCTAssertEqual([total.focused, total.stretches, total.completed], [count * 1_500_000, count, count])
            XCTAssertEqual(total.byTag.map(\.name), count == 1 ? ["a", "b"] : [], "what is equal stands by name")
            XCTAssertEqual(try bench.history.rows(from: first, through: last).count, count)
        }
        XCTAssertEqual(try bench.history.experience().xp, 30)
        XCTAssertEqual(try bench.history.streak(), 1)
        XCTAssertFalse(try bench.history.isEmpty())
        XCTAssertTrue(try Bench().history.isEmpty())
    }
}
