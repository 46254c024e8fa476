import Kernel

/// A distant storm: rain outside the window, and rolling thunder of several claps about every
/// quarter of a minute.
struct Thunder: Scene {
    private let chance: IndexedRandom
    private let swells: Swells
    private let gusts, roll: Drift
    private var window = [Filter.highPass(220), .lowPass(1900)]
    private var rumble = [Filter.lowPass(75), .highPass(22)]
    private var growl = [Filter.lowPass(230), .highPass(60)]
    private var claps = [(left: Double, right: Double)](
        repeating: (0, 0), count: LoopPlan.blockFrames / LoopPlan.stepFrames + 1)

    var tail: Int { LoopPlan.rate }

    init(_ plan: LoopPlan) {
        chance = plan.chance(0)
        swells = Swells(plan, lane: 1, every: 14, lasting: 20)
        gusts = Drift(plan, lane: 2, rate: 0.2, from: 0.6, to: 1)
        roll = Drift(plan, lane: 3, rate: 6, from: 0.35, to: 1)
    }

    mutating func fill(_ mixer: Mixer) {
        mixer.noise.fillWithNoise(chance)
        window[0].apply(mixer.noise, into: mixer.part)
        window[1].apply(mixer.part)
        mixer.out.add(mixer.part, 0.16, gusts)
        rumble[0].apply(mixer.noise, into: mixer.part)
        rumble[1].apply(mixer.part)
        let first = mixer.out.start / LoopPlan.stepFrames
        for step in claps.indices { claps[step] = clap(first + step) }
        mixer.out.add(mixer.part) { (7 * claps[$0 - first].left, 7 * claps[$0 - first].right) }
        growl[0].apply(mixer.noise, into: mixer.part)
        growl[1].apply(mixer.part)
        mixer.out.add(mixer.part) { step in
            let value = claps[step - first]
            let rolling = 1.7 * roll.value(step)
            return (value.left * rolling, value.right * rolling)
        }
    }

    /// Returns the sum of at most four claps, the later ones more distant.
    private func clap(_ step: Int) -> (left: Double, right: Double) {
        swells.sum(step) { seconds, chance in
            let side = 0.6 * (chance(1) - 0.5)
            var value = 0.0
            var number = 0
            while number < 4 {
                let since = seconds - 1.3 * Double(number) * (0.6 + 0.8 * chance(2 + number))
                if since > 0 {
                    let strength = (0.35 + 0.65 * chance(6 + number)) / (1 + 0.35 * Double(number))
                    let decay = 1.2 + 1.6 * chance(10 + number)
                    value +=
                        strength * (1 - DeterministicMath.exp(-since / (0.06 + 0.2 * chance(number + 3))))
                        * DeterministicMath.exp(-since / decay)
                }
                number += 1
            }
            return (value * (1 - side), value * (1 + side))
        }
    }
}
