import Kernel

/// A soft, changing chord whose tones come and go independently, with beating pairs and some air
/// around them.
struct Ambience: Scene {
    private let chance: IndexedRandom
    private let breath: Drift
    private var tones: Tones
    private var air = [Filter.lowPass(700), .highPass(150)]

    var tail: Int { LoopPlan.rate / 2 }

    init(_ plan: LoopPlan) {
        chance = plan.chance(0)
        breath = Drift(plan, lane: 1, rate: 0.12, from: 0.4, to: 1)
        // A major with its ninth, open at the bottom: A2 E3 A3 C♯4 E4 B4.
        let chord = [(110.0, 1.0), (164.81, 0.7), (220, 0.6), (277.18, 0.34), (329.63, 0.3), (493.88, 0.16)]
        tones = Tones(plan, lane: 2, pairs: chord.map { (hertz: $0, level: $1) }) {
            Drift(plan, lane: 10 + $0, rate: 0.09, from: 0.02, to: 0.16)
        }
    }

    mutating func fill(_ mixer: Mixer) {
        tones.add(to: mixer.out)
        mixer.noise.fillWithNoise(chance)
        air[0].apply(mixer.noise)
        air[1].apply(mixer.noise)
        mixer.out.add(mixer.noise, 0.09, breath)
    }
}
