import Kernel
import KernelTesting
import Practice

/// The contract of every `Scheduler`.
package enum SchedulerContract {
    package static func over(_ scheduler: any Scheduler) -> Contract<any Scheduler> {
        Contract("Scheduler “\(scheduler.name)”", promises: promises) { scheduler }
    }

    private static let promises: [Contract<any Scheduler>.Promise] = [
        .init("the scheduler has a name and a description") { scheduler in
            try expect(!scheduler.name.isEmpty && !scheduler.about.isEmpty, "“\(scheduler.name)”, “\(scheduler.about)”")
        },
        .init("the same answer gives the same schedule") { scheduler in
            try eachStart(scheduler) { start, rating, next in
                try expectEqual(scheduler.schedule(after: rating, from: start, at: moment(100)), next)
            }
        },
        .init("a card is due on the day of its answer or later") { scheduler in
            try eachStart(scheduler) { _, rating, next in
                try expect(next.due >= moment(100).day, "\(rating) is due on \(next.due)")
            }
        },
        .init("a better rating gives the same or a later day, and the same or a higher box") { scheduler in
            for start in starts(scheduler) {
                let results = Rating.allCases.map { scheduler.schedule(after: $0, from: start, at: moment(100)) }
                for (worse, better) in zip(results, results.dropFirst()) {
                    try expect(
                        worse.due <= better.due && worse.box <= better.box,
                        "from \(String(describing: start)): \(worse), \(better)")
                }
            }
        },
        .init("intervals grow with right answers until the last box") { scheduler in
            var (schedule, day, interval): (Schedule?, Int, Int) = (nil, 100, 0)
            for _ in 0..<12 {
                let next = scheduler.schedule(after: .good, from: schedule, at: moment(day))
                let wait = next.due.days(since: moment(day).day)
                try expect(wait >= interval && next.box >= schedule?.box ?? 1, "\(wait) days after \(interval)")
                schedule = next
                day = day + wait
                interval = wait
            }
            try expectEqual(schedule?.box, Schedule.lastBox, "box after twelve right answers")
        },
        .init("a miss puts a well-known card in a lower box") { scheduler in
            let known = (0..<12).reduce(nil as Schedule?) { schedule, turn in
                scheduler.schedule(after: .good, from: schedule, at: moment(turn * 400))
            }
            let missed = scheduler.schedule(after: .again, from: known, at: moment(9000))
            try expect(missed.box < known?.box ?? 0, "box \(missed.box) after a miss")
        },
        .init("a schedule of an unknown scheduler continues") { scheduler in
            for memory in [JSONValue.null, .object(["stability": .string("?")]), .array([.integer(1)])] {
                let foreign = Schedule(box: 4, due: moment(90).day, memory: memory)
                let next = scheduler.schedule(after: .good, from: foreign, at: moment(100))
                try expect(next.due >= moment(100).day && (1...5).contains(next.box), "\(next)")
            }
        },
        .init("a learning step is due on the day of the answer, and later within it") { scheduler in
            try eachStart(scheduler) { _, rating, next in
                guard let instant = next.dueAt else { return }
                try expectEqual(next.due, moment(100).day)
                try expect(instant > moment(100).instant, "\(rating) at \(instant)")
                try expect(!next.isDue(at: moment(100)) && next.isDue(at: moment(101)), "\(rating): \(next)")
            }
        },
        .init("a schedule has a leeway of days around its due day, later for a better rating") { scheduler in
            let day = moment(100).day
            for start in starts(scheduler) {
                let nextSchedules = Rating.allCases.map { scheduler.schedule(after: $0, from: start, at: moment(100)) }
                let leeways = nextSchedules.map { scheduler.leeway(of: $0, since: day) }
                for (next, leeway) in zip(nextSchedules, leeways) {
                    try expect(leeway.contains(next.due), "\(leeway) without \(next.due)")
                    try expect(leeway.lowerBound > day || next.due == leeway.lowerBound, "\(leeway) after \(day)")
                }
                for (worse, better) in zip(leeways, leeways.dropFirst()) {
                    try expect(
                        worse.lowerBound <= better.lowerBound && worse.upperBound <= better.upperBound,
                        "\(worse), \(better)")
                }
            }
        },
        .init("recall falls from the day of the answer, and more slowly for well-known cards") {
            scheduler in
            for start in starts(scheduler) {
                let nextSchedules = Rating.allCases.map { scheduler.schedule(after: $0, from: start, at: moment(100)) }
                var before = [1.0, 1, 1, 1]
                for day in [100, 101, 102, 107, 130, 400, 40_000] {
                    let probabilities = nextSchedules.map {
                        scheduler.retrievability(of: $0, since: moment(100).day, on: moment(day).day)
                    }
                    try expect(probabilities.allSatisfy { (0...1).contains($0) }, "\(probabilities) on day \(day)")
                    try expect(zip(probabilities, before).allSatisfy { $0 <= $1 }, "\(probabilities) after \(before)")
                    // A better rating leads to a longer wait or a greater stability.
                    try expect(
                        zip(probabilities, probabilities.dropFirst()).allSatisfy { $0 <= $1 + 1e-12 },
                        "\(probabilities) on day \(day)")
                    if day == 100 { try expectEqual(probabilities, [1, 1, 1, 1]) }
                    before = probabilities
                }
            }
        },
    ]

    /// Returns noon of a day.
    private static func moment(_ day: Int) -> Moment {
        Moment(day: Day(ordinal: day), instant: Instant(milliseconds: Int64(day) * 86_400_000 + 43_200_000))
    }

    /// Returns no schedule and the schedules that this scheduler reaches within three answers.
    private static func starts(_ scheduler: any Scheduler) -> [Schedule?] {
        var (schedules, latestSchedules): ([Schedule?], [Schedule?]) = ([nil], [nil])
        for step in 0..<3 {
            latestSchedules = latestSchedules.flatMap { start in
                Rating.allCases.map { scheduler.schedule(after: $0, from: start, at: moment(step * 30)) }
            }
            schedules += latestSchedules
        }
        return schedules
    }

    /// Calls `check` with every starting schedule, every rating, and the schedule after it.
    private static func eachStart(_ scheduler: any Scheduler, _ check: (Schedule?, Rating, Schedule) throws -> Void)
        throws
    {
        for start in starts(scheduler) {
            for rating in Rating.allCases {
                try check(start, rating, scheduler.schedule(after: rating, from: start, at: moment(100)))
            }
        }
    }
}
