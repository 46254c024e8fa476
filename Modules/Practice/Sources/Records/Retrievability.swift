import Kernel

/// The probability of recall on any day.
extension MemoryState {
    /// Returns the probability of recall on a day, 0…1.
    ///
    /// For a level, it is the demonstrated share times the probability that it is still recalled. A
    /// level without a date does not decline.
    package func retrievability(on day: Day, by scheduler: any Scheduler) -> Double {
        switch memory {
        case .schedule(let schedule): min(max(scheduler.retrievability(of: schedule, since: last, on: day), 0), 1)
        case .level(let level, let schedule):
            level.share * (schedule.map { min(max(scheduler.retrievability(of: $0, since: last, on: day), 0), 1) } ?? 1)
        }
    }
}

extension ItemMemory {
    /// Returns the probability of recall on a day, 0…1.
    package func retrievability(on day: Day, by scheduler: any Scheduler) -> Double {
        state.retrievability(on: day, by: scheduler)
    }
}
