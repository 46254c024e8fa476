import Focus
import Kernel
import XCTest

/// Days and weeks of the journey, streaks with repairs and pauses, goals and achievements.
final class JourneyTests: XCTestCase {
    /// Adds a manual record of this many minutes that starts at the hour.
    private func write(_ fixture: Fixture, _ day: Day, from hour: Int, minutes: Int) throws {
        let start = fixture.time.calendar.instant(of: day, secondOfDay: hour * 3600)
        _ = try fixture.log.add(
            .init(start..<start.adding(seconds: Double(minutes * 60)), for: .init(preset: FocusLog.preset)))
    }

    func testJourneyNeedsSevenDaysForHabits() throws {
        let fixture = Fixture("2026-11-20T18:00:00Z")
        for offset in 0..<6 { try write(fixture, Day.of("2026-11-20").adding(days: -offset), from: 9, minutes: 60) }
        XCTAssertTrue(
            fixture.run("journey").output.contains(
                "too early to speak of habits: in the last 12 weeks there are 6 days"),
            fixture.run("journey").output)
        try write(fixture, .of("2026-11-10"), from: 9, minutes: 60)
        let output = fixture.run("journey").output
        XCTAssertFalse(output.contains("too early to speak"), output)
        XCTAssertTrue(output.contains("09:00–11:00, 100 % of your focus, the best on 7 of 7 days"), output)
        XCTAssertTrue(
            output.contains("too early: 0 whole weeks of 5") || output.contains("too early: 1 whole week of 5"), output)
    }

    func testAllJourneyCommandsAskTheGate() throws {
        let free = Fixture(gates: .free)
        for words in [
            ["journey"], ["journey", "week"], ["journey", "day"], ["journey", "repair", "yesterday"],
            ["journey", "pause", "tomorrow"], ["journey", "pause"],
        ] {
            let run = free.app.run(words, lines: [])
            XCTAssertEqual(run.status, 1, "\(words)")
            XCTAssertTrue(run.error.contains("Your focus journey is for Pro"), run.error)
        }
        XCTAssertEqual(free.run("report", "--to", "-").status, 0, "totals are free")
        XCTAssertFalse(free.run("report", "--to", "-").output.contains("Hours of the day"))
    }

    func testLastWeekIsComparedUpToTheSameMoment() throws {
        // A Wednesday at 12.
        let fixture = Fixture("2026-11-18T12:00:00Z")
        try write(fixture, .of("2026-11-09"), from: 9, minutes: 60)
        try write(fixture, .of("2026-11-11"), from: 11, minutes: 120)
        try write(fixture, .of("2026-11-12"), from: 9, minutes: 300)
        try write(fixture, .of("2026-11-16"), from: 9, minutes: 90)
        let overview = try fixture.journey.overview()
        XCTAssertEqual([overview.thisWeek / 60_000, overview.lastWeekSoFar / 60_000], [90, 120])
        XCTAssertTrue(
            fixture.run("journey").output.contains("30m less than last week by now"), fixture.run("journey").output)
    }

    /// Computed by hand for five weeks of 60, 120, 180, 240 and 1000 minutes. The median of the ten
    /// slopes is 60, and the ranks drop the least and the most.
    func testTheTrendIsTheMedianSlope() throws {
        let trend = try XCTUnwrap(Trend([60, 120, 180, 240, 1000]))
        XCTAssertEqual([trend.slope, trend.low, trend.high], [60, 60, 760])
        let line = try XCTUnwrap(Trend((0..<10).map { 100 + 15 * Double($0) }))
        XCTAssertEqual([line.slope, line.low, line.high], [15, 15, 15])
        XCTAssertNil(Trend([1, 2, 3, 4]))
        let flat = try XCTUnwrap(Trend([5, 5, 5, 5, 5, 5]))
        XCTAssertTrue(flat.isOpen && flat.slope == 0)
    }

    /// Over thousands of random series of known slope, the interval contains it about as often as
    /// it promises.
    func testTrendIntervalHasItsPromisedCoverage() throws {
        var random = RandomSource(seed: 5)
        for weeks in [5, 8, 12] {
            var heldCount = 0
            for _ in 0..<3000 {
                let values = (0..<weeks).map { week in
                    7 * Double(week)
                        + (0..<6).reduce(0.0) { sum, _ in sum + Double.random(in: -20...20, using: &random) }
                }
                let trend = try XCTUnwrap(Trend(values))
                heldCount += trend.low <= 7 && trend.high >= 7 ? 1 : 0
            }
            let share = Double(heldCount) / 3000
            XCTAssertGreaterThan(share, 0.935, "\(weeks) weeks")
            XCTAssertLessThan(share, 0.995, "\(weeks) weeks")
        }
    }

    func testRecordIsSplitOverItsHours() throws {
        let fixture = Fixture("2026-11-20T18:00:00Z")
        let start = try XCTUnwrap(Instant("2026-11-20T08:45:00Z"))
        _ = try fixture.log.add(.init(start..<start.adding(seconds: 5400), for: .init(preset: FocusLog.preset)))
        let hours = try fixture.journey.period(from: .of("2026-11-20"), through: .of("2026-11-20")).hours
        XCTAssertEqual([8, 9, 10].map { hours.focused[$0] / 60_000 }, [15, 60, 15])
        XCTAssertEqual(hours.total, 5_400_000)
        XCTAssertEqual(hours.best, 9, "with equal focus, the hour with more focus at its start")
    }

    // MARK: - Streaks

    func testRepairBridgesOneMissedDayAMonth() throws {
        let fixture = Fixture("2026-11-20T18:00:00Z")
        for day in ["2026-11-20", "2026-11-18", "2026-11-17"] { try write(fixture, .of(day), from: 9, minutes: 30) }
        XCTAssertEqual(try fixture.history.streak(), 1)
        _ = try fixture.journey.repair(.of("2026-11-19"))
        XCTAssertEqual(try fixture.history.streak(), 3, "a pause bridges the gap and does not count itself")
        XCTAssertEqual(try fixture.history.experience().streak, 3)
        for day in ["2026-11-15", "2026-11-16", "2026-11-20", "2026-11-21", "2026-11-18", "2026-09-01"] {
            XCTAssertThrowsError(try fixture.journey.repair(.of(day)), day)
        }
        _ = try fixture.store.undoLast()
        XCTAssertEqual(try fixture.history.streak(), 1)
    }

    func testPlannedPauseKeepsStreakAndSilencesReminders() throws {
        let fixture = Fixture("2026-11-10T18:00:00Z")
        try write(fixture, .of("2026-11-09"), from: 9, minutes: 30)
        try write(fixture, .of("2026-11-10"), from: 9, minutes: 30)
        XCTAssertThrowsError(try fixture.journey.pause(from: .of("2026-11-08"), through: .of("2026-11-12")))
        XCTAssertThrowsError(try fixture.journey.pause(from: .of("2026-11-12"), through: .of("2026-11-11")))
        XCTAssertThrowsError(try fixture.journey.pause(from: .of("2026-11-12"), through: .of("2027-11-11")))
        _ = try fixture.journey.pause(from: .of("2026-11-11"), through: .of("2026-11-20"))
        for (moment, streak) in [
            ("2026-11-15T12:00:00Z", 2), ("2026-11-20T12:00:00Z", 2), ("2026-11-21T12:00:00Z", 2),
            ("2026-11-22T12:00:00Z", 0),
        ] {
            fixture.set(moment)
            XCTAssertEqual(try fixture.history.streak(), streak, moment)
            XCTAssertEqual(try fixture.history.experience().streak, streak, moment)
        }
        XCTAssertTrue(try fixture.history.isFocusedOrExcused(on: .of("2026-11-15")))
        XCTAssertFalse(try fixture.history.isFocusedOrExcused(on: .of("2026-11-21")))
        fixture.set("2026-11-15T12:00:00Z")
        XCTAssertEqual(try fixture.journey.endPauses().count, 1)
        XCTAssertTrue(try fixture.history.isFocusedOrExcused(on: .of("2026-11-14")))
        XCTAssertFalse(try fixture.history.isFocusedOrExcused(on: .of("2026-11-15")))
    }

    /// The computed streak equals a walk through the days for random focus and excused days.
    func testStreakWithPausesMatchesAWalkThroughTheDays() throws {
        var random = RandomSource(seed: 19)
        for round in 0..<60 {
            let fixture = Fixture("2026-10-01T09:00:00Z")
            var excused: Set<Day> = []
            for _ in 0..<45 {
                if Int.random(in: 0..<8, using: &random) > 0 { try fixture.focus(minutes: 1) }
                if Int.random(in: 0..<12, using: &random) == 0 {
                    let first = fixture.time.today().adding(days: Int.random(in: 0...2, using: &random))
                    let last = first.adding(days: Int.random(in: 0...3, using: &random))
                    _ = try fixture.journey.pause(from: first, through: last)
                }
                if Int.random(in: 0..<6, using: &random) == 0 {
                    _ = try? fixture.journey.repair(fixture.time.today().adding(days: -1))
                }
                fixture.pass(minutes: 24 * 60)
            }
            for respite in try fixture.journey.streakPauses() {
                excused.formUnion((respite.first.ordinal...respite.last.ordinal).map(Day.init(ordinal:)))
            }
            let days = Set(try fixture.history.allRows().map(\.record.day))
            func run(through day: Day) -> Int {
                var day = day
                var count = 0
                while days.contains(day) || excused.contains(day) {
                    count += days.contains(day) ? 1 : 0
                    day = day.adding(days: -1)
                }
                return count
            }
            let today = fixture.time.today()
            let reaches = days.contains(today) || excused.contains(today)
            let expected = reaches ? run(through: today) : run(through: today.adding(days: -1))
            XCTAssertEqual(try fixture.history.streak(), expected, "\(round)")
            XCTAssertEqual(try fixture.history.experience().streak, expected, "\(round)")
        }
    }

    // MARK: - Goals and achievements

    func testGoalsShowProgress() throws {
        let fixture = Fixture()
        XCTAssertEqual(fixture.run("goal", "day", "2h").status, 0)
        XCTAssertEqual(fixture.run("goal", "week", "10h").status, 0)
        try fixture.focus(minutes: 30)
        XCTAssertTrue(fixture.run().output.contains("30m of 2h"), fixture.run().output)
        XCTAssertTrue(fixture.run("stats").output.contains("30m of 10h"), fixture.run("stats").output)
        XCTAssertTrue(fixture.run("journey").output.contains("30m of 2h"))
        for wrong in ["25h", "0m", "30s", "-1h", "two hours"] {
            XCTAssertNotEqual(fixture.run("goal", "day", wrong).status, 0, wrong)
        }
        XCTAssertEqual(fixture.run("goal", "day", "off").status, 0)
        XCTAssertFalse(fixture.run().output.contains("30m of 2h"))
    }

    /// Finding F17: rounds of seconds earn no XP and no achievement beyond the first session.
    func testRoundsOfSecondsEarnNothing() throws {
        let fixture = Fixture()
        for _ in 0..<20 { try fixture.focus(minutes: 1.0 / 60) }
        let standing = try fixture.history.experience()
        XCTAssertEqual([standing.xp, standing.completed], [0, 20])
        XCTAssertEqual(standing.achievements.reached.map(\.id), ["first"])
    }

    func testAchievementsAreReportedOnceAndOnlyWithPro() throws {
        let fixture = Fixture()
        var messages: [String] = []
        for _ in 0..<12 {
            fixture.run("start", "--detach", "--for", "25m")
            fixture.pass(minutes: 25)
            messages.append(fixture.run("stop").output)
        }
        XCTAssertEqual(
            messages.map { $0.contains("Achievement reached: First Light") },
            [true] + Array(repeating: false, count: 11))
        XCTAssertEqual(messages.map { $0.contains("Achievement reached: Warmed Up") }.firstIndex(of: true), 9)
        XCTAssertEqual(messages.count { $0.contains("level 2 now") }, 1)
        let free = Fixture(gates: .free)
        free.run("start", "--detach")
        free.pass(minutes: 25)
        let run = free.run("stop").output
        XCTAssertFalse(run.contains("Achievement") || run.contains("level"), run)
    }
}
