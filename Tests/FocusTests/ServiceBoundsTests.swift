import Focus
import FocusCommands
import Interface
import Kernel
import Synchronization
import XCTest

/// Edge cases of the services: first and last, one and none, exactly at a limit.
final class ServiceBoundsTests: XCTestCase {
    private let day = Day.of("2026-11-20")

    // MARK: - Gates

    /// Each gate receives the number that is in use, or zero where the number does not matter.
    func testGatesReceiveTheNumberInUse() throws {
        let calls = Mutex<[String]>([])
        let fixture = Fixture(
            gates: GateKeeper { gate, used in
                calls.withLock { $0.append("\(gate.key) \(used)") }
                return GateAnswer(allowed: true, used: used, reason: "", variant: "test")
            })
        _ = try fixture.tasks.add(TaskDraft(title: "Old", reminder: 60))
        _ = try fixture.presets.add("Essay", Preset.defaultPreset.plan)
        let timer = fixture.timer
        let tasks = fixture.tasks
        let presets = fixture.presets
        let history = fixture.history
        let table: [(wanted: [String], act: () throws -> Void)] = [
            (
                ["focus.themes 2"],
                {
                    _ = try fixture.themes.use("ocean"); calls.withLock { $0 = [] }; _ = try fixture.themes.current()
                }
            ),
            (["focus.themes 2"], { _ = try fixture.themes.use("peach") }),
            (["focus.sounds 3"], { _ = try Catalog.sounds.choice("ocean-waves", gates: fixture.gates) }),
            (["focus.ambiances 3"], { _ = Catalog.ambiances.rows(chosen: nil, gates: fixture.gates) }),
            (["focus.presets.create 1"], { _ = try presets.add("Poem", Preset.defaultPreset.plan) }),
            (
                [
                    "focus.presets.reading 0", "focus.presets.create 0", "focus.presets.create 0",
                    "focus.presets.edit 0",
                ],
                { _ = try presets.edit("Essay", Preset.defaultPreset.plan) }
            ),
            (
                ["focus.presets.reading 0", "focus.presets.create 0", "focus.presets.create 0"],
                { _ = try presets.all() }
            ),
            (["focus.presets.reading 0"], { _ = try timer.start(Preset.builtIn[3]) }),
            (["focus.live 0"], { _ = timer.isLive }), (["focus.status.controls 0"], { _ = timer.statusControls }),
            (["focus.tasks 1", "focus.reminders 1"], { _ = try tasks.add(TaskDraft(title: "New", reminder: 60)) }),
            (["focus.tasks 2"], { _ = try tasks.usage() }), (["focus.tasks 2"], { _ = try tasks.open() }),
            (["focus.history 0"], { _ = history.firstVisibleDay() }),
            (
                ["focus.history 1", "focus.history 0", "focus.history 0"],
                { _ = try history.rows(of: self.day.adding(days: -1)) }
            ),
            (
                ["focus.history 0", "focus.history 0", "focus.history 0"],
                { _ = try history.rows(of: self.day.adding(days: 1)) }
            ),
            (["focus.xp 0"], { _ = try history.experience() }),
        ]
        for (expected, act) in table {
            calls.withLock { $0 = [] }
            try act()
            XCTAssertEqual(calls.withLock { $0 }, expected)
        }
    }

    func testRemainingRoomOfAGateAnswer() {
        for (allowed, limit, room) in [(true, nil, nil), (false, nil, 0), (true, 3, 3), (false, 0, 0)]
            as [(Bool, Int?, Int?)]
        {
            XCTAssertEqual(GateAnswer(allowed: allowed, limit: limit, reason: "", variant: "").allowedCount, room)
        }
    }

    // MARK: - Catalogs and themes

    func testCatalogChoiceByIDOrName() throws {
        for (name, id) in [
            ("Light Rain", "light-rain-ambient"), ("LIGHT-RAIN-AMBIENT", "light-rain-ambient"),
            ("ocean waves", "ocean-waves"),
            ("Ocean-Waves", "ocean-waves"), ("café murmur", "café-murmur"),
        ] { XCTAssertEqual(try Catalog.sounds.choice(name, gates: .open).id, id) }
        XCTAssertEqual(
            try Catalog.sounds.choice("fireplace", gates: .free).name, "Fireplace", "a free item checks no gate")
    }

    func testThemesListTheChosenAndLockedOnes() throws {
        let fixture = Fixture(gates: .free)
        XCTAssertEqual(
            try fixture.themes.all().filter(\.isChosen).map(\.item.name), ["Forest"], "the first theme is the default")
        let row = try fixture.themes.use("NEON")
        XCTAssertEqual([row.isChosen, row.isLocked], [true, false])
        XCTAssertEqual(try fixture.themes.all().filter(\.isChosen).map(\.item.name), ["Neon"])
        XCTAssertEqual(try fixture.themes.all().filter { !$0.isLocked }.map(\.item.name), ["Forest", "Neon"])
        XCTAssertEqual(FocusTheme.named("mint").name, "Mint")
        XCTAssertEqual(FocusTheme.named("nothing").name, "Forest")
    }

    // MARK: - Presets

    func testPresetNamesAtTheirLimits() throws {
        let fixture = Fixture()
        let name = String(repeating: "x", count: 40)
        XCTAssertFalse(try fixture.presets.add(name, Preset.defaultPreset.plan).isLocked)
        for wrong in [name + "x", ""] {
            XCTAssertThrowsError(try fixture.presets.add(wrong, Preset.defaultPreset.plan)) {
                XCTAssertEqual(($0 as? Failure)?.code.text, "presetNameInvalid")
            }
        }
        for name in ["c", "a", "b"] { _ = try fixture.presets.add(name, Preset.defaultPreset.plan) }
        XCTAssertEqual(try fixture.presets.all().dropFirst(4).map(\.preset.name), ["a", "b", "c", name])
        XCTAssertEqual(try fixture.presets.edit("a", Preset.builtIn[0].plan).preset.isOwn, true)
        XCTAssertTrue(Preset(name: "New", plan: Preset.defaultPreset.plan).isOwn)
    }

    /// The length of the preset, a length for this session, or none.
    func testSessionUsesTheGivenLength() throws {
        for (focus, up, planned) in [(nil, false, 1_500_000), (60, false, 60_000), (nil, true, nil)]
            as [(Int?, Bool, Int?)]
        {
            let fixture = Fixture()
            XCTAssertEqual(try fixture.timer.start(.defaultPreset, focus: focus, countingUp: up).planned, planned)
            XCTAssertEqual(try fixture.timer.session()?.planned, planned)
        }
        let fixture = Fixture()
        _ = try fixture.timer.start(.defaultPreset)
        _ = try fixture.timer.recordPresence(.watch)
        fixture.pass(minutes: 10)
        XCTAssertEqual(
            try fixture.timer.resume().session.focused(at: fixture.now), 0, "a gap counts only on request")
        XCTAssertEqual(try fixture.timer.stop().isFirstFocus, false, "nothing was recorded")
    }

    // MARK: - Tasks

    func testClosedAndDoneTasksAreNotLocked() throws {
        let store = Fixture().store
        let pro = Fixture(store: store)
        for number in 1...5 {
            let task = try pro.tasks.add(TaskDraft(title: "T\(number)", recurrence: number == 5 ? .days(1) : nil))
            if number > 3 { _ = try pro.tasks.finish(task.id) }
            pro.pass(minutes: 1)
        }
        let strict = Fixture(
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
        XCTAssertEqual(try Fixture(store: store).tasks.usage(), "3 tasks")
    }

    /// A recurring task that was done today leaves its place on the home screen to others.
    func testPressingTasksExcludeThoseDoneToday() throws {
        let fixture = Fixture()
        for title in ["Stretch", "Read", "Walk"] {
            _ = try fixture.tasks.finish(fixture.tasks.add(TaskDraft(title: title, recurrence: .days(1))).id)
        }
        for number in 1...4 {
            _ = try fixture.tasks.add(TaskDraft(title: "T\(number)", due: day.adding(days: 9 + number)))
        }
        XCTAssertEqual(try fixture.tasks.pressing(limit: 3).map(\.task.title), ["T1", "T2", "T3"])
        XCTAssertEqual(try fixture.tasks.open(limit: 3).map(\.isDone), [true, true, true])
        fixture.pass(minutes: 24 * 60)
        XCTAssertEqual(Set(try fixture.tasks.pressing(limit: 3).map(\.task.title)), ["Stretch", "Read", "Walk"])
    }

    // MARK: - History

    /// A round that ended without a screen counts on its own day only.
    func testRoundEndedUnseenCountsOnItsDay() throws {
        let fixture = Fixture()
        _ = try fixture.timer.start(
            .defaultPreset, task: fixture.tasks.add(TaskDraft(title: "Write", tags: ["b", "a"])))
        fixture.pass(minutes: 26)
        let before = day.adding(days: -1)
        let after = day.adding(days: 1)
        for (first, last, count) in [
            (day, day, 1), (before, day, 1), (day, after, 1), (before, before, 0), (after, after, 0),
        ] {
            let total = try fixture.history.total(from: first, through: last)
            XCTAssertEqual([total.focused, total.stretches, total.completed], [count * 1_500_000, count, count])
            XCTAssertEqual(total.byTag.map(\.name), count == 1 ? ["a", "b"] : [], "equal values are ordered by name")
            XCTAssertEqual(try fixture.history.rows(from: first, through: last).count, count)
        }
        XCTAssertEqual(try fixture.history.experience().xp, 30)
        XCTAssertEqual(try fixture.history.streak(), 1)
        XCTAssertFalse(try fixture.history.isEmpty())
        XCTAssertTrue(try Fixture().history.isEmpty())
    }
}
