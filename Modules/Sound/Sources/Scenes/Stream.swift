import Kernel

/// Water over stones: three bands that gurgle independently, spray, and bubbles of rising pitch
/// (van den Doel, as in the rain).
struct MountainStream: Scene {
    private let chance: IndexedRandom
    private let flow, gurgle, splash: Drift
    private var low = Filter.lowPass(330)
    private var middle = Filter.bandPass(720, q: 0.8)
    private var high = Filter.bandPass(2100, q: 0.6)
    private var spray = Filter.highPass(4500)
    private var bubbles: Pings

    var tail: Int { max(bubbles.tail, LoopPlan.rate / 2) }

    init(_ plan: LoopPlan) {
        chance = plan.chance(0)
        flow = Drift(plan, lane: 1, rate: 1.5, from: 0.6, to: 1)
        gurgle = Drift(plan, lane: 2, rate: 6, from: 0.25, to: 1)
        splash = Drift(plan, lane: 3, rate: 9, from: 0.35, to: 1)
        var draws = plan.draws(4)
        let rising = (0..<plan.count(42)).map { _ in
            let pitch = draws.pitch(330, 1700)
            let strength = draws.unit()
            return Ping(
                at: draws.below(plan.frames),
                .init(
                    pitch: pitch, slide: pitch * draws.between(1.5, 6), decay: draws.between(0.007, 0.02),
                    attack: 0.0015, level: 0.08 + 0.4 * strength * strength * strength, pan: draws.between(-0.9, 0.9),
                    decays: 6))
        }
        bubbles = Pings(rising, on: plan)
    }

    mutating func fill(_ mixer: Mixer) {
        mixer.noise.fillWithNoise(chance)
        low.apply(mixer.noise, into: mixer.part)
        mixer.out.add(mixer.part, 0.8, flow)
        middle.apply(mixer.noise, into: mixer.part)
        mixer.out.add(mixer.part, 0.75, gurgle)
        high.apply(mixer.noise, into: mixer.part)
        mixer.out.add(mixer.part, 0.4, splash)
        spray.apply(mixer.noise)
        mixer.out.add(mixer.noise, 0.05)
        bubbles.add(to: mixer.out)
    }
}
