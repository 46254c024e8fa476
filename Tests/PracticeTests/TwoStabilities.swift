import Kernel
import Practice

/// A scheduler for tests whose items have a fast and a slow stability. It shows that the port fits
/// newer schedulers.
struct TwoStabilities: Scheduler {
    let name = "two-stabilities"
    let about = "a toy of the tests: half of it fades fast, half of it slowly"

    /// The number of days until retrievability falls to 90 %, for each half.
    struct State: Hashable {
        var fast: Double
        var slow: Double
        var last: Day

        func known(after days: Double) -> Double {
            guard days > 0 else { return 1 }
            return (power(days / fast) + power(days / slow)) / 2
        }

        /// Returns approximately 0.9 to the power of the exponent, without a mathematics library.
        private func power(_ exponent: Double) -> Double {
            var result = 1.0
            var rest = exponent
            while rest >= 1 {
                result *= 0.9
                rest -= 1
                if result < 1e-12 { return 0 }
            }
            return result * (1 - 0.1 * rest)
        }

        /// The last day on which retrievability is at least 90 %, at least one.
        var wait: Int {
            var low = 1
            var high = 40_000
            while low < high {
                let middle = (low + high + 1) / 2
                if known(after: Double(middle)) >= 0.9 - 1e-9 { low = middle } else { high = middle - 1 }
            }
            return low
        }
    }

    func schedule(after rating: Rating, from schedule: Schedule?, at moment: Moment) -> Schedule {
        let next = schedule.map { state(state(of: $0), after: rating, on: moment.day) } ?? first(rating, on: moment.day)
        let wait = rating == .again ? 1 : next.wait
        let box = rating == .again ? 1 : max(1, LeitnerScheduler.standard.intervals.count { $0 <= wait })
        return Schedule(
            box: box, due: moment.day.adding(days: wait),
            memory: .object([
                "scheduler": .string(name), "fast": .string("\(next.fast)"), "slow": .string("\(next.slow)"),
                "last": .string("\(next.last)"),
            ]))
    }

    func retrievability(of schedule: Schedule, since last: Day, on day: Day) -> Double {
        state(of: schedule).known(after: Double(day.days(since: last)))
    }

    private func first(_ rating: Rating, on day: Day) -> State {
        let days = Double(rating.rawValue)
        return State(fast: days, slow: days * days, last: day)
    }

    private func state(_ old: State, after rating: Rating, on day: Day) -> State {
        let elapsed = min(max(1, Double(day.days(since: old.last))), old.slow * 3)
        let gain = Double(rating.rawValue - 1)
        if rating == .again { return State(fast: 1, slow: max(1, old.slow / 2), last: day) }
        return State(fast: old.fast + gain * elapsed / 4, slow: old.slow + gain * elapsed, last: day)
    }

    /// Returns the stored state, or an initial state for the box of another scheduler.
    private func state(of schedule: Schedule) -> State {
        let days = LeitnerScheduler.standard.intervals[schedule.box - 1]
        func text(_ name: String) -> String { if case .string(let text)? = schedule.memory?[name] { text } else { "" } }
        guard text("scheduler") == name, let fast = Double(text("fast")), let slow = Double(text("slow")),
            let last = Day(text("last"))
        else { return State(fast: Double(days), slow: Double(days), last: schedule.due.adding(days: -days)) }
        return State(fast: fast, slow: slow, last: last)
    }
}
