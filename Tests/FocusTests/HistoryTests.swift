import Focus
import Kernel
import XCTest

/// History, XP, themes and catalogs.
final class HistoryTests: XCTestCase {
    func testFreePlanShowsThreeDaysAndCountsAll() throws {
        let free = Fixture(gates: .free)
        for _ in 0..<6 {
            try free.focus(minutes: 30)
            free.pass(minutes: 24 * 60 - 30)
        }
        free.pass(minutes: -24 * 60)
        let today = free.time.today()
        let rows = try free.history.rows(from: today.adding(days: -30), through: today)
        XCTAssertEqual(rows.map(\.isLocked), [false, false, false, true, true, true])
        XCTAssertEqual(try free.history.total(from: today.adding(days: -30), through: today).focused, 180 * 60_000)
        XCTAssertEqual(try free.history.rows(of: today.adding(days: -2)).count, 1)
        XCTAssertThrowsError(try free.history.rows(of: today.adding(days: -3))) {
            XCTAssertTrue(($0 as? Failure)?.message.hasPrefix("View full history with Pro") ?? false)
        }
        XCTAssertThrowsError(try free.history.experience()) {
            XCTAssertTrue(($0 as? Failure)?.message.hasPrefix("Unlock XP & Levels with Pro") ?? false)
        }
        XCTAssertEqual(try free.history.allRows().count, 6, "export contains locked records")
        XCTAssertEqual(try free.history.streak(), 6)
        XCTAssertEqual(
            try Fixture(store: free.store).history.rows(from: today.adding(days: -30), through: today).filter(
                \.isLocked
            ).count, 0)
    }

    /// The computed streak equals a walk through the days, including rounds that ended without a
    /// screen.
    func testStreakMatchesAWalkThroughTheDays() throws {
        var random = RandomSource(seed: 9)
        for round in 0..<60 {
            let fixture = Fixture("2026-10-01T09:00:00Z")
            for _ in 0..<50 {
                if Int.random(in: 0..<12, using: &random) > 0 { try fixture.focus(minutes: 1) }
                fixture.pass(minutes: 24 * 60)
            }
            if Bool.random(using: &random) {
                _ = try fixture.timer.start(.defaultPreset)
                fixture.pass(minutes: 26)
            }
            let days = Set(try fixture.history.allRows().map(\.record.day))
            func run(through day: Day) -> Int { (0...).first { !days.contains(day.adding(days: -$0)) } ?? 0 }
            let today = fixture.time.today()
            let expected = days.contains(today) ? run(through: today) : run(through: today.adding(days: -1))
            XCTAssertEqual(try fixture.history.streak(), expected, "\(round)")
            XCTAssertEqual(try fixture.history.streak(before: today), run(through: today.adding(days: -1)), "\(round)")
            XCTAssertEqual(try fixture.history.experience().streak, expected, "\(round)")
        }
    }

    func testLevelsRiseToFifty() {
        XCTAssertEqual([1, 2, 10, 50].map(Levels.start(of:)), [0, 100, 4500, 122_500])
        var last = 0
        for xp in stride(from: -100, through: 130_000, by: 7) {
            let level = Levels.level(of: xp)
            XCTAssertGreaterThanOrEqual(level, last)
            XCTAssertTrue((1...50).contains(level))
            last = level
        }
        for level in 2...50 {
            XCTAssertEqual(
                [Levels.level(of: Levels.start(of: level) - 1), Levels.level(of: Levels.start(of: level))],
                [level - 1, level])
        }
    }

    func testSevenDaysEarnXPAndTheStreakAchievement() throws {
        let fixture = Fixture()
        for _ in 0..<7 {
            try fixture.focus(minutes: 25.5)
            fixture.pass(minutes: 24 * 60 - 25.5)
        }
        let standing = try fixture.history.experience()
        XCTAssertEqual(standing.xp, 7 * 30, "a full round of 25½ minutes is 25 XP and 5")
        XCTAssertEqual([standing.level, standing.streak, standing.longestStreak, standing.completed], [2, 7, 7, 7])
        XCTAssertEqual(standing.xpToNextLevel, 90)
        XCTAssertEqual(standing.achievements.reached.map(\.id), ["first", "streak-7"])
        XCTAssertEqual(standing.achievements.all.first { $0.id == "streak-7" }?.reached, .of("2026-11-26"))
        fixture.pass(minutes: 2 * 24 * 60)
        XCTAssertEqual(try fixture.history.streak(), 0)
    }

    func testThemesAreReadableOnBlackAndOnWhite() {
        XCTAssertEqual(
            FocusTheme.all.map(\.name),
            ["Forest", "Neon", "Peach", "Cyber", "Ocean", "Sunrise", "Amber", "Mint", "Royal", "Slate"])
        for theme in FocusTheme.all {
            XCTAssertEqual(Set(theme.colors.keys), Set(FocusTheme.Role.allCases))
            for (role, color) in theme.colors {
                for ground in [RGBColor.black, .white] {
                    XCTAssertGreaterThanOrEqual(
                        color.contrast(with: ground), 4.5, "\(theme.name), \(role) \(color.css) on \(ground.css)")
                }
            }
        }
        XCTAssertEqual(Set(FocusTheme.all.map { $0.colors[.accent] }).count, 10)
    }

    func testCatalogsMatchTheSpecification() throws {
        for (catalog, count, free) in [
            (Catalog.themes, 10, ["Forest", "Neon"]), (.sounds, 11, ["Light Rain", "Fireplace", "Soft Ambience"]),
            (.ambiances, 14, ["Minimal", "Stars", "Forest"]),
        ] {
            XCTAssertEqual(catalog.items.count, count)
            XCTAssertEqual(Set(catalog.items.map(\.id)).count, count)
            XCTAssertEqual(catalog.items.filter(\.isFree).map(\.name), free)
            XCTAssertEqual(catalog.rows(chosen: nil, gates: .free).filter { !$0.isLocked }.map(\.item.name), free)
            XCTAssertEqual(catalog.rows(chosen: nil, gates: .open).filter(\.isLocked).count, 0)
            XCTAssertThrowsError(try catalog.choice(catalog.items[count - 1].id, gates: .free)) {
                XCTAssertEqual(($0 as? Failure)?.code, .locked)
            }
            XCTAssertThrowsError(try catalog.choice("nothing", gates: .open)) {
                XCTAssertEqual(($0 as? Failure)?.code, .notInCatalogue)
            }
        }
        XCTAssertEqual(Catalog.sounds.items.first?.id, "light-rain-ambient")
    }

    func testProThemeFallsBackWithoutProAndReturns() throws {
        let pro = Fixture()
        _ = try pro.themes.use("Royal")
        let free = Fixture(store: pro.store, gates: .free)
        XCTAssertEqual(try free.themes.current().name, "Forest")
        XCTAssertThrowsError(try free.themes.use("ocean"))
        XCTAssertEqual(try pro.themes.current().name, "Royal")
    }

    func testProPresetsAreLockedAndKept() throws {
        let pro = Fixture()
        _ = try pro.presets.add("Essay", Preset.defaultPreset.plan)
        _ = try pro.presets.edit("study", Preset.defaultPreset.plan.focusing(for: 1800))
        XCTAssertThrowsError(try pro.presets.add("reading", Preset.defaultPreset.plan)) {
            XCTAssertEqual(($0 as? Failure)?.code, .presetTaken)
        }
        XCTAssertThrowsError(try pro.presets.delete("Writing")) {
            XCTAssertEqual(($0 as? Failure)?.code, .presetFounding)
        }
        let free = Fixture(store: pro.store, gates: .free)
        XCTAssertEqual(try free.presets.all().filter(\.isLocked).map(\.preset.name), ["Reading", "Essay"])
        for name in ["Reading", "Essay"] {
            XCTAssertThrowsError(try free.timer.start(free.presets.preset(named: name).preset)) {
                XCTAssertEqual(($0 as? Failure)?.code, .locked)
            }
        }
        XCTAssertThrowsError(try free.presets.edit("Writing", Preset.defaultPreset.plan))
        XCTAssertThrowsError(try free.presets.add("Other", Preset.defaultPreset.plan))
        XCTAssertEqual(try free.timer.start(free.presets.preset(named: "deep-work").preset).planned, 50 * 60_000)
    }
}
