import Kernel

/// How likely things are to be recalled, on any day.
extension MemoryState {
    /// How likely its target is to be recalled on a day: 0…1. Of what is remembered by a level it is the share that was shown, times how likely that is
    /// to be there still; a level without a date does not fade.
    public func retrievability(on day: Day, by scheduler: any Scheduler) -> Double {
        switch memory {
        case .schedule(let schedule): min(max(scheduler.retrievability(of: schedule, since: last, on: day), 0), 1)
        case .level(let level, let schedule):
            level.share * (schedule.map { min(max(scheduler.retrievability(of: $0, since: last, on: day), 0), 1) } ?? 1)
        }
    }
}

extension ItemMemory {
    /// How likely it is to be recalled on a day: 0…1.
    public func retrievability(on day: Day, by scheduler: any Scheduler) -> Double {
        state.retrievability(on: day, by: scheduler)
    }
}
