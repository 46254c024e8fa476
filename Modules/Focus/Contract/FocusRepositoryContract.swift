import Focus
import Kernel
import KernelContract

/// What every `FocusRepository` must keep.
public enum FocusRepositoryContract {
    /// The contract over repositories that a closure makes, each empty, with the local time of UTC.
    public static func over(_ make: @escaping () throws -> any FocusRepository) -> Contract<any FocusRepository> {
        Contract("FocusRepository", promises: sessions + keeping, make)
    }

    private static let sessions: [Contract<any FocusRepository>.Promise] = [
        .init("starts without a session") { repository in
            try expect(repository.current() == nil, "there is one")
            try expectFailure(.nothingRuns) { try repository.handle(.pause, at: at(0), label: nil) }
        },
        .init("keeps one session and refuses a second") { repository in
            try repository.begin(session("s1"))
            try expectFailure(.sessionRuns) { try repository.begin(session("s2", at: 1)) }
            try expectEqual(repository.current()?.id, "s1")
        },
        .init("lets a session that has ended give way, and keeps its focus") { repository in
            try repository.begin(session("s1"))
            try repository.begin(session("s2", at: 24 * 60))
            try expectEqual(repository.current()?.id, "s2")
            try expectEqual(repository.records(from: day, through: day, limit: nil).map(\.focused), [25 * 60_000])
        },
        .init("keeps what an event made of the session") { repository in
            try repository.begin(session("s1"))
            let step = try repository.handle(.pause, at: at(10), label: nil)
            try expectEqual(repository.current(), step.session)
            try expectEqual(step.session.focused(at: at(60)), 10 * 60_000)
        },
        .init("changes nothing when an event is refused") { repository in
            try repository.begin(session("s1"))
            let before = try repository.current()
            try expectFailure(.alreadyRunning) { try repository.handle(.resume(countingGap: false), at: at(10), label: nil) }
            try expectEqual(repository.current(), before)
            try expectEqual(repository.records(from: day, through: day, limit: nil).count, 0)
        },
        .init("forgets a session that is stopped, and keeps its focus once") { repository in
            try repository.begin(session("s1"))
            let step = try repository.handle(.stop, at: at(10), label: nil)
            try expectEqual(step.records.map(\.focused), [10 * 60_000])
            try expect(step.isFirstFocus, "it is not the first")
            try expect(repository.current() == nil, "it is still there")
            try expectFailure(.nothingRuns) { try repository.handle(.stop, at: at(11), label: nil) }
            try expectEqual(repository.records(from: day, through: day, limit: nil), step.records)
        },
        .init("sums up a day from its records") { repository in
            for (index, minutes) in [10.0, 5.0].enumerated() {
                try repository.begin(session("s\(index)", at: Double(index) * 60))
                _ = try repository.handle(.stop, at: at(Double(index) * 60 + minutes), label: nil)
            }
            let days = try repository.days(from: day, through: day)
            try expectEqual(days.map(\.focused), [15 * 60_000])
            try expectEqual(days.map(\.stretches), [2])
        },
    ]

    private static let keeping: [Contract<any FocusRepository>.Promise] = [
        .init("gives records latest first, within days, and no more than asked for") { repository in
            for index in 0..<4 {
                try repository.begin(session("s\(index)", at: Double(index) * 24 * 60))
                _ = try repository.handle(.stop, at: at(Double(index) * 24 * 60 + 5), label: nil)
            }
            let days = try repository.records(from: day.adding(days: 1), through: day.adding(days: 2), limit: nil).map(\.day)
            try expectEqual(days, [day.adding(days: 2), day.adding(days: 1)])
            try expectEqual(
                repository.records(from: day, through: day.adding(days: 9), limit: 1).map(\.day), [day.adding(days: 3)])
            try expectEqual(repository.records(from: day.adding(days: 1), through: day, limit: nil).count, 0)
            try expectEqual(
                repository.days(from: day, through: day.adding(days: 9)).map(\.day), (0..<4).map { day.adding(days: $0) })
        },
        .init("counts the days with focus") { repository in
            for index in [0, 1, 3] {
                try repository.begin(session("s\(index)", at: Double(index) * 24 * 60))
                _ = try repository.handle(.stop, at: at(Double(index) * 24 * 60 + 5), label: nil)
            }
            try expectEqual(repository.countDays(from: day, through: day.adding(days: 9)), 3)
            try expectEqual(repository.countDays(from: day.adding(days: 1), through: day.adding(days: 2)), 1)
            try expectEqual(repository.countDays(from: day.adding(days: 1), through: day), 0)
        },
        .init("keeps presets by name without regard to case") { repository in
            try repository.keep(Preset(name: "Essay", plan: Preset.first.plan), label: "test")
            try repository.keep(Preset(name: "ESSAY", plan: Preset.first.plan), label: "test")
            try expectEqual(repository.presets().map(\.name), ["ESSAY"])
            try expect(try repository.removePreset(named: "essay", label: "test"), "it was not there")
            try expect(try !repository.removePreset(named: "essay", label: "test"), "it was there twice")
        },
        .init("keeps choices") { repository in
            try expectEqual(repository.choices(), FocusChoices())
            try repository.keep(FocusChoices(theme: "neon", gaps: .stop), label: "test")
            try expectEqual(repository.choices(), FocusChoices(theme: "neon", gaps: .stop))
        },
    ]

    private static let day = Day(ordinal: 20_777)

    private static func at(_ minutes: Double) -> Instant {
        LocalCalendar.utc.instant(of: day, secondOfDay: 9 * 3600).adding(seconds: minutes * 60)
    }

    private static func session(_ id: String, at minutes: Double = 0) -> FocusSession {
        FocusSession(id: Identifier(id), plan: Preset.first.plan, purpose: .init(preset: "Study"), at: at(minutes))
    }
}
