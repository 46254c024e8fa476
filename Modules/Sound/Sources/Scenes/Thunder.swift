/// A storm that is far away: rain behind the window, and every quarter of a minute thunder that rolls, several claps a time.
struct Thunder: Scene {
    private let chance: Chance
    private let swells: Swells
    private let gusts, roll: Drift
    private var window = [Filter.high(220), .low(1900)]
    private var rumble = [Filter.low(75), .high(22)]
    private var growl = [Filter.low(230), .high(60)]
    private var claps = [(left: Double, right: Double)](repeating: (0, 0), count: LoopPlan.block / LoopPlan.step + 1)

    var tail: Int { LoopPlan.rate }

    init(_ plan: LoopPlan) {
        chance = plan.chance(0)
        swells = Swells(plan, lane: 1, every: 14, lasting: 20)
        gusts = Drift(plan, lane: 2, rate: 0.2, from: 0.6, to: 1)
        roll = Drift(plan, lane: 3, rate: 6, from: 0.35, to: 1)
    }

    mutating func fill(_ desk: Desk) {
        desk.noise.noise(chance)
        window[0].apply(desk.noise, into: desk.part)
        window[1].apply(desk.part)
        desk.out.add(desk.part, 0.16, gusts)
        rumble[0].apply(desk.noise, into: desk.part)
        rumble[1].apply(desk.part)
        let first = desk.out.start / LoopPlan.step
        for step in claps.indices { claps[step] = clap(first + step) }
        desk.out.add(desk.part) { (7 * claps[$0 - first].left, 7 * claps[$0 - first].right) }
        growl[0].apply(desk.noise, into: desk.part)
        growl[1].apply(desk.part)
        desk.out.add(desk.part) { step in
            let (value, rolling) = (claps[step - first], 1.7 * roll.value(step))
            return (value.left * rolling, value.right * rolling)
        }
    }

    /// Four claps at most, the later the further away.
    private func clap(_ step: Int) -> (left: Double, right: Double) {
        swells.sum(step) { seconds, chance in
            let side = 0.6 * (chance(1) - 0.5)
            var (value, number) = (0.0, 0)
            while number < 4 {
                let since = seconds - 1.3 * Double(number) * (0.6 + 0.8 * chance(2 + number))
                if since > 0 {
                    let strength = (0.35 + 0.65 * chance(6 + number)) / (1 + 0.35 * Double(number))
                    let decay = 1.2 + 1.6 * chance(10 + number)
                    value += strength * (1 - Exact.exp(-since / (0.06 + 0.2 * chance(number + 3)))) * Exact.exp(-since / decay)
                }
                number += 1
            }
            return (value * (1 - side), value * (1 + side))
        }
    }
}
