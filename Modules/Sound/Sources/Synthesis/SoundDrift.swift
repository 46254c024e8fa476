import Kernel

/// A value that wanders slowly between two limits and repeats with the loop: random values at equal
/// distances, smoothly interpolated.
struct Drift: Sendable {
    private let chance: IndexedRandom
    private let points: Int
    private let steps: Int
    private let low: Double
    private let range: Double

    /// - Parameter rate: the number of new values a second.
    init(_ plan: LoopPlan, lane: Int, rate: Double, from low: Double, to high: Double) {
        chance = plan.chance(lane)
        points = max(3, plan.count(rate))
        steps = plan.frames / LoopPlan.stepFrames
        self.low = low
        range = high - low
    }

    /// Returns the value at a step of the loop.
    func value(_ step: Int) -> Double {
        let position = Double(step % steps) * Double(points) / Double(steps)
        let index = min(points - 1, Int(position))
        let fraction = position - Double(index)
        let from = chance.fraction(index)
        let to = chance.fraction((index + 1) % points)
        return low + range * (from + (to - from) * fraction * fraction * (3 - 2 * fraction))
    }
}

/// Events at irregular distances with a duration: one in each equal section of a loop.
struct Swells: Sendable {
    private let chance: IndexedRandom
    private let count: Int
    private let length: Double
    private let lookback: Int

    /// - Parameters:
    ///   - every: the approximate seconds from one event to the next.
    ///   - lasting: the duration of an event in seconds.
    init(_ plan: LoopPlan, lane: Int, every: Double, lasting: Double) {
        chance = plan.chance(lane)
        count = plan.count(1 / every)
        length = Double(plan.seconds) / Double(count)
        lookback = Int((lasting / length).rounded(.up)) + 1
    }

    /// Sums the values of all events at a step of the loop, given the seconds since each began and
    /// its random numbers.
    func sum(_ step: Int, _ value: (_ seconds: Double, _ chance: (Int) -> Double) -> (left: Double, right: Double)) -> (
        left: Double, right: Double
    ) {
        let seconds = Double(step) * Double(LoopPlan.stepFrames) / Double(LoopPlan.rate)
        let current = Int(seconds / length)
        var sum = (left: 0.0, right: 0.0)
        var number = current - lookback
        while number <= current {
            let base = (number % count + count) % count * 16
            let since = seconds - (Double(number) + 0.3 * chance.fraction(base)) * length
            if since > 0 {
                let sample = value(since) { chance.fraction(base + $0) }
                sum.left += sample.left
                sum.right += sample.right
            }
            number += 1
        }
        return sum
    }
}
