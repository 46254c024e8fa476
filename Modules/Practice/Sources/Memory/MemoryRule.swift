import Kernel

/// The memory rule of an exercise.
package indirect enum MemoryRule: Sendable {
    /// Due dates from every rating, without spreading.
    case schedule(any Scheduler)
    /// Due dates from ratings.
    ///
    /// The first rating of a day counts, and those at learning steps. The dates are spread, so that
    /// items met together do not return together.
    case daily(any Scheduler, DayChoice = .byName)
    /// A level that each answer moves toward its result.
    case level
    /// A level that each answer measures, because it asks for everything about its target.
    case measured
    /// A level by another rule with every answer, and due dates as in `daily`.
    ///
    /// All parts of a subject come back together, because the choice of day depends only on the
    /// subject's name.
    case spaced(MemoryRule, any Scheduler, DayChoice = .byName)

    /// The rule that determines due dates, or nil if there are none.
    var dueDateRule: MemoryRule? {
        switch self {
        case .daily: self
        case .spaced(_, let scheduler, let choice): .daily(scheduler, choice)
        case .schedule, .level, .measured: nil
        }
    }

    /// Returns whether an answer on this day would change nothing, because another has already
    /// counted.
    ///
    /// - Parameter last: the day of the latest answer that counted.
    package func isSettled(_ old: Memory?, last: Day?, on day: Day) -> Bool {
        guard case .daily = self, let schedule = old?.schedule else { return false }
        return last == day && schedule.dueAt == nil
    }

    /// Returns the memory of a target after an answer. A nil memory, or one of another form, starts
    /// from the beginning.
    ///
    /// - Parameter last: the day of the previous answer, or nil for the first.
    package func memory(
        after mark: Mark, of target: Target, from old: Memory?, at moment: Moment, last: Day? = nil
    ) -> Memory {
        switch self {
        case .schedule(let scheduler):
            .schedule(scheduler.schedule(after: mark.rating, from: old?.schedule, at: moment))
        case .daily(let scheduler, _):
            .schedule(
                movedToChosenDay(
                    scheduler.schedule(after: mark.rating, from: old?.schedule, at: moment), target, since: moment.day
                ))
        case .level: .level(Level(after: mark, from: old?.level), old?.levelSchedule)
        case .measured: .level(Level(measuredBy: mark, from: old?.level), old?.levelSchedule)
        case .spaced(let levelRule, let scheduler, _):
            .level(
                levelRule.memory(after: mark, of: target, from: old, at: moment).level ?? Level(0),
                schedule(after: mark, of: target, from: old, at: moment, last: last, by: scheduler))
        }
    }

    /// Returns the schedule of a target with a level. The first answer of a day counts, and those
    /// at learning steps.
    private func schedule(
        after mark: Mark, of target: Target, from old: Memory?, at moment: Moment, last: Day?,
        by scheduler: any Scheduler
    ) -> Schedule {
        let currentSchedule = old?.levelSchedule
        if let currentSchedule, let dueDateRule,
            dueDateRule.isSettled(.schedule(currentSchedule), last: last, on: moment.day)
        {
            return currentSchedule
        }
        let startingSchedule = currentSchedule ?? last.flatMap { day in old?.level?.initialSchedule(last: day) }
        return movedToChosenDay(
            scheduler.schedule(after: mark.rating, from: startingSchedule, at: moment), target, since: moment.day)
    }

    /// Returns a schedule moved to the chosen day of its target.
    func movedToChosenDay(_ schedule: Schedule, _ target: Target, since day: Day) -> Schedule {
        guard case .daily(let scheduler, let dayChoice) = dueDateRule, schedule.dueAt == nil else { return schedule }
        let placedTarget = if case .spaced = self { target.wholeSubject } else { target }
        return schedule.moved(
            to: dayChoice.day(of: placedTarget, within: scheduler.leeway(of: schedule, since: day), since: day))
    }
}

extension Memory {
    /// The schedule of a level, or nil for a schedule alone, which is the other form of memory.
    fileprivate var levelSchedule: Schedule? { level == nil ? nil : schedule }
}

/// The subject with all its parts, so that they share a day.
extension Target { fileprivate var wholeSubject: Target { Target(kind, subject, "") } }

extension Level {
    /// Returns the initial schedule of a level without a date, or nil for a level of 0.
    ///
    /// It is in one of the first three boxes, because the level may result from a single evening.
    ///
    /// - Parameter last: the day of the latest answer.
    fileprivate func initialSchedule(last: Day) -> Schedule? {
        guard value > 0 else { return nil }
        let box = min(1 + value * 3 / Level.full, 3)
        return Schedule(box: box, due: last.adding(days: LeitnerScheduler.standard.intervals[box - 1]))
    }
}
