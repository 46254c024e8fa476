import Kernel

/// Brown noise: white noise whose power falls by 6 dB an octave from 20 Hz, with a shared source
/// that keeps both ears together.
struct Brown: Scene {
    private let chance: IndexedRandom
    private var slope = Filter.gentleLowPass(20)
    private var floor = Filter.highPass(16)

    var tail: Int { LoopPlan.rate }

    init(_ plan: LoopPlan) { chance = plan.chance(0) }

    mutating func fill(_ mixer: Mixer) {
        mixer.noise.fillWithNoise(chance)
        slope.apply(mixer.noise)
        floor.apply(mixer.noise)
        let noise = mixer.noise
        let out = mixer.out
        var index = 0
        while index < out.count {
            let left = noise.left[index]
            let right = noise.right[index]
            out.left[index] = 6 * left + 2.5 * right
            out.right[index] = 6 * right + 2.5 * left
            index += 1
        }
    }
}
