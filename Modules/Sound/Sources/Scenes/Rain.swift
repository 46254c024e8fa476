import Kernel

/// Light rain on leaves: a soft hiss of distant drops, single near ones, and some that fall into
/// water and ring.
///
/// The pitch of a bubble rises while it decays (K. van den Doel, “Physically based models for
/// liquid sounds”, 2005).
struct Rain: Scene {
    private let chance: IndexedRandom
    private let swell: Drift
    private var far = [Filter.highPass(700), .lowPass(6500)]
    private var under = Filter.lowPass(420)
    private var drops: Pings

    var tail: Int { max(drops.tail, LoopPlan.rate / 2) }

    init(_ plan: LoopPlan) {
        chance = plan.chance(0)
        swell = Drift(plan, lane: 1, rate: 0.25, from: 0.8, to: 1)
        drops = Pings(Rain.drops(plan, lane: 2, aSecond: 45) + Rain.bubbles(plan, lane: 3, aSecond: 3), on: plan)
    }

    mutating func fill(_ mixer: Mixer) {
        mixer.noise.fillWithNoise(chance)
        far[0].apply(mixer.noise, into: mixer.part)
        far[1].apply(mixer.part)
        mixer.out.add(mixer.part, 0.3, swell)
        under.apply(mixer.noise, into: mixer.part)
        mixer.out.add(mixer.part, 0.35)
        drops.add(to: mixer.out)
    }

    /// Returns the drops on leaves, most of them soft.
    static func drops(_ plan: LoopPlan, lane: Int, aSecond: Double) -> [Ping] {
        var draws = plan.draws(lane)
        return (0..<plan.count(aSecond)).map { _ in
            let strength = draws.unit()
            return Ping(
                at: draws.below(plan.frames),
                .init(
                    pitch: draws.pitch(1500, 6500), decay: draws.between(0.0012, 0.004), attack: 0.0002,
                    level: 0.06 + 0.5 * strength * strength * strength, pan: draws.between(-1, 1)))
        }
    }

    /// Returns the drops that fall into water and ring.
    static func bubbles(_ plan: LoopPlan, lane: Int, aSecond: Double) -> [Ping] {
        var draws = plan.draws(lane)
        return (0..<plan.count(aSecond)).map { _ in
            let pitch = draws.pitch(450, 1600)
            return Ping(
                at: draws.below(plan.frames),
                .init(
                    pitch: pitch, slide: pitch * draws.between(2, 5), decay: draws.between(0.008, 0.022), attack: 0.001,
                    level: draws.between(0.05, 0.2), pan: draws.between(-0.9, 0.9), decays: 7))
        }
    }
}
