import Kernel

/// How an exercise remembers.
public indirect enum MemoryRule: Sendable {
    /// By dates, from ratings.
    case schedule(any Scheduler)
    /// By dates, from the first rating of a day and those at learning steps; the days on which things come back are spread, so that what was met
    /// together does not return together.
    case daily(any Scheduler, DayChoice = .byName)
    /// By a level, from fields and evidence.
    case level
    /// By a level that each answer measures, because it asks for all that is known of its target.
    case measured
    /// By a level, as another rule has it with every answer, and besides by dates, as `daily` has them. What belongs to one subject is done together, so
    /// it comes back together: of the days that do as well, its name alone decides.
    case spaced(MemoryRule, any Scheduler, DayChoice = .byName)

    /// The rule by which things come back; nil where they do not, or by every answer.
    var dated: MemoryRule? {
        switch self {
        case .daily: self
        case .spaced(_, let scheduler, let choice): .daily(scheduler, choice)
        case .schedule, .level, .measured: nil
        }
    }

    /// Whether an answer of this day would move nothing, because there was one already.
    ///
    /// - Parameter last: the day of the latest answer that moved something.
    public func isSettled(_ old: Memory?, last: Day?, on day: Day) -> Bool {
        guard case .daily = self, let schedule = old?.schedule else { return false }
        return last == day && schedule.dueAt == nil
    }

    /// The memory of a target after an answer. One of the other form, or nil, is a beginning.
    ///
    /// - Parameter last: the day of the latest answer before; nil for the first.
    public func memory(
        after graded: Mark, of target: Target, from old: Memory?, at moment: Moment, last: Day? = nil
    ) -> Memory {
        switch self {
        case .schedule(let scheduler):
            .schedule(scheduler.schedule(after: graded.rating, from: old?.schedule, at: moment))
        case .daily(let scheduler, _):
            .schedule(
                placed(scheduler.schedule(after: graded.rating, from: old?.schedule, at: moment), target, since: moment.day))
        case .level: .level(Level(after: graded, from: old?.level), old?.returning)
        case .measured: .level(Level(measuredBy: graded, from: old?.level), old?.returning)
        case .spaced(let shown, let scheduler, _):
            .level(
                shown.memory(after: graded, of: target, from: old, at: moment).level ?? Level(0),
                schedule(after: graded, of: target, from: old, at: moment, last: last, by: scheduler))
        }
    }

    /// When a target with a level comes back: the first answer of a day decides, and those at learning steps.
    private func schedule(
        after graded: Mark, of target: Target, from old: Memory?, at moment: Moment, last: Day?, by scheduler: any Scheduler
    ) -> Schedule {
        let known = old?.returning
        if let known, let dated, dated.isSettled(.schedule(known), last: last, on: moment.day) { return known }
        let start = known ?? last.flatMap { day in old?.level?.start(last: day) }
        return placed(scheduler.schedule(after: graded.rating, from: start, at: moment), target, since: moment.day)
    }

    /// A schedule on the day that its target comes back on.
    func placed(_ schedule: Schedule, _ target: Target, since day: Day) -> Schedule {
        guard case .daily(let scheduler, let placement) = dated, schedule.dueAt == nil else { return schedule }
        let placed = if case .spaced = self { target.whole } else { target }
        return schedule.moved(to: placement.day(of: placed, within: scheduler.leeway(of: schedule, since: day), since: day))
    }
}

extension Memory {
    /// The date of a level; nil for a schedule alone, which is memory of the other form.
    fileprivate var returning: Schedule? { level == nil ? nil : schedule }
}

extension Target {
    /// What it is a part of, as a whole.
    fileprivate var whole: Target { Target(kind, subject, "") }
}

extension Level {
    /// Where a level of before begins that has no date yet: in one of the first three boxes, since it may have been shown in a single evening. Nil where
    /// nothing was shown.
    ///
    /// - Parameter last: the day of the answer that came to it.
    fileprivate func start(last: Day) -> Schedule? {
        guard value > 0 else { return nil }
        let box = min(1 + value * 3 / Level.full, 3)
        return Schedule(box: box, due: last.adding(days: LeitnerScheduler.standard.intervals[box - 1]))
    }
}
