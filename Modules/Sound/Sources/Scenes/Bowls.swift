import Kernel

/// Singing bowls, struck softly about every seven seconds.
///
/// A bowl's partials are inharmonic, about 1 : 2.7 : 5.2 : 8.4. Because it is never quite round,
/// the lower ones are double and beat (D. Terwagne, J. W. M. Bush, “Tibetan singing bowls”,
/// Nonlinearity 24, 2011).
struct Bowls: Scene {
    private let chance: IndexedRandom
    private let breath: Drift
    private var air = [Filter.lowPass(500), .highPass(90)]
    private var strokes: Pings

    var tail: Int { max(strokes.tail, LoopPlan.rate / 2) }

    init(_ plan: LoopPlan) {
        chance = plan.chance(0)
        breath = Drift(plan, lane: 1, rate: 0.1, from: 0.4, to: 1)
        var draws = plan.draws(2)
        var pings = [Ping]()
        let count = plan.count(1 / 6.5)
        for stroke in 0..<count {
            let start = Int((Double(stroke) + 0.35 * draws.unit()) * Double(plan.frames) / Double(count)) % plan.frames
            // A pentatonic set of five bowls.
            let pitch = [130.81, 146.83, 174.61, 196, 233.08][draws.below(5)]
            let level = draws.between(0.5, 1)
            let pan = draws.between(-0.5, 0.5)
            for (ratio, relativeLevel, decay, beat) in [
                (1, 1, 3.6, 0.35), (2.71, 0.5, 2.1, 0.6), (5.18, 0.16, 1.0, 0), (8.41, 0.05, 0.5, 0),
            ] {
                for half in beat > 0 ? [-0.5, 0.5] : [0] {
                    pings.append(
                        Ping(
                            at: start,
                            .init(
                                pitch: pitch * ratio + half * beat, decay: decay, attack: 0.012,
                                level: level * relativeLevel * (beat > 0 ? 0.5 : 1), pan: pan + half * 0.5, decays: 6)))
                }
            }
        }
        strokes = Pings(pings, on: plan)
    }

    mutating func fill(_ mixer: Mixer) {
        strokes.add(to: mixer.out)
        mixer.noise.fillWithNoise(chance)
        air[0].apply(mixer.noise)
        air[1].apply(mixer.noise)
        mixer.out.add(mixer.noise, 0.035, breath)
    }
}
