import Kernel

/// A fire in a hearth: the low draft, fluttering flames, and wood that crackles in bursts and
/// occasionally pops.
struct Fire: Scene {
    private let chance: IndexedRandom
    private let draft, flutter, lick: Drift
    private var roar = [Filter.lowPass(160), .highPass(35)]
    private var flames = Filter.bandPass(420, q: 0.6)
    private var hiss = [Filter.highPass(2800), .lowPass(9000)]
    private var sparks: Pings

    var tail: Int { max(sparks.tail, LoopPlan.rate / 2) }

    init(_ plan: LoopPlan) {
        chance = plan.chance(0)
        draft = Drift(plan, lane: 1, rate: 0.4, from: 0.55, to: 1)
        flutter = Drift(plan, lane: 2, rate: 7, from: 0.3, to: 1)
        lick = Drift(plan, lane: 3, rate: 11, from: 0.1, to: 1)
        sparks = Pings(Fire.cracks(plan, lane: 4) + Fire.pops(plan, lane: 5), on: plan)
    }

    mutating func fill(_ mixer: Mixer) {
        mixer.noise.fillWithNoise(chance)
        roar[0].apply(mixer.noise, into: mixer.part)
        roar[1].apply(mixer.part)
        mixer.out.add(mixer.part, 3.2, draft)
        flames.apply(mixer.noise, into: mixer.part)
        mixer.out.add(mixer.part, 0.75, flutter)
        hiss[0].apply(mixer.noise, into: mixer.part)
        hiss[1].apply(mixer.part)
        mixer.out.add(mixer.part, 0.07, lick)
        sparks.add(to: mixer.out)
    }

    /// Returns the crackling: bursts of one to nine sparks.
    private static func cracks(_ plan: LoopPlan, lane: Int) -> [Ping] {
        var draws = plan.draws(lane)
        var pings = [Ping]()
        for _ in 0..<plan.count(1.6) {
            let start = draws.below(plan.frames)
            let pan = draws.between(-0.6, 0.6)
            var position = Double(start)
            for _ in 0...draws.below(9) {
                let strength = draws.unit()
                let tone = Ping.Tone(
                    pitch: draws.pitch(900, 7500), slide: -20_000, decay: draws.between(0.0004, 0.0022),
                    level: 0.12 + 2.2 * strength * strength * strength, pan: pan + draws.between(-0.2, 0.2))
                pings.append(Ping(at: Int(position) % plan.frames, tone))
                position += draws.between(0.004, 0.07) * Double(LoopPlan.rate)
            }
        }
        return pings
    }

    /// Returns the pops: each is a ringing body of wood after a snap.
    private static func pops(_ plan: LoopPlan, lane: Int) -> [Ping] {
        var draws = plan.draws(lane)
        var pings = [Ping]()
        for _ in 0..<plan.count(0.3) {
            let start = draws.below(plan.frames)
            let pan = draws.between(-0.5, 0.5)
            let level = draws.between(0.5, 1.4)
            pings.append(
                Ping(
                    at: start,
                    .init(
                        pitch: draws.pitch(220, 700), slide: -900, decay: draws.between(0.008, 0.02), level: level,
                        pan: pan)))
            pings.append(
                Ping(at: start, .init(pitch: draws.pitch(2000, 5000), decay: 0.0012, level: level * 1.3, pan: pan)))
        }
        return pings
    }
}
