import Kernel

/// How likely things are to be recalled, on any day.
extension MemoryState {
    /// How likely its target is to be recalled on a day: 0…1. What is remembered by a level does not fade: it is the share that was shown.
    public func retrievability(on day: Day, by scheduler: any Scheduler) -> Double {
        switch memory {
        case .schedule(let schedule): min(max(scheduler.retrievability(of: schedule, since: last, on: day), 0), 1)
        case .level(let level): Double(level.value) / Double(Level.full)
        }
    }
}

extension ItemMemory {
    /// How likely it is to be recalled on a day: 0…1.
    public func retrievability(on day: Day, by scheduler: any Scheduler) -> Double {
        state.retrievability(on: day, by: scheduler)
    }
}
