/// Something that wanders slowly between two values and comes round with the loop: values of chance at even distances, and a smooth way from each
/// to the next.
struct Drift: Sendable {
    private let chance: Chance
    private let points: Int
    private let steps: Int
    private let low: Double
    private let range: Double

    /// - Parameter rate: new values a second.
    init(_ plan: LoopPlan, lane: Int, rate: Double, from low: Double, to high: Double) {
        chance = plan.chance(lane)
        points = max(3, plan.count(rate))
        steps = plan.frames / LoopPlan.step
        (self.low, range) = (low, high - low)
    }

    /// Its value at a step of the loop.
    func value(_ step: Int) -> Double {
        let place = Double(step % steps) * Double(points) / Double(steps)
        let before = min(points - 1, Int(place))
        let part = place - Double(before)
        let (from, to) = (chance.unit(before), chance.unit((before + 1) % points))
        return low + range * (from + (to - from) * part * part * (3 - 2 * part))
    }
}

/// Things that come at uneven distances and take their time: one in each of the equal stretches of a loop.
struct Swells: Sendable {
    private let chance: Chance
    private let count: Int
    private let length: Double
    private let behind: Int

    /// - Parameters:
    ///   - every: seconds from one to the next, about.
    ///   - lasting: seconds after which one is over.
    init(_ plan: LoopPlan, lane: Int, every: Double, lasting: Double) {
        chance = plan.chance(lane)
        count = plan.count(1 / every)
        length = Double(plan.seconds) / Double(count)
        behind = Int((lasting / length).rounded(.up)) + 1
    }

    /// Sums what each is at a step of the loop: of seconds since it began, and a number that knows it.
    func sum(_ step: Int, _ value: (_ seconds: Double, _ chance: (Int) -> Double) -> (left: Double, right: Double)) -> (
        left: Double, right: Double
    ) {
        let seconds = Double(step) * Double(LoopPlan.step) / Double(LoopPlan.rate)
        let here = Int(seconds / length)
        var sum = (left: 0.0, right: 0.0)
        var number = here - behind
        while number <= here {
            let known = (number % count + count) % count * 16
            let since = seconds - (Double(number) + 0.3 * chance.unit(known)) * length
            if since > 0 {
                let one = value(since) { chance.unit(known + $0) }
                sum.left += one.left
                sum.right += one.right
            }
            number += 1
        }
        return sum
    }
}
