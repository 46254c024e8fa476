/// Brown noise: white noise whose power falls by 6 dB an octave, from 20 Hz on; both ears hear some of one source, so that it does not pull apart.
struct Brown: Scene {
    private let chance: Chance
    private var slope = Filter.slope(20)
    private var floor = Filter.high(16)

    var tail: Int { LoopPlan.rate }

    init(_ plan: LoopPlan) { chance = plan.chance(0) }

    mutating func fill(_ desk: Desk) {
        desk.noise.noise(chance)
        slope.apply(desk.noise)
        floor.apply(desk.noise)
        let (noise, out) = (desk.noise, desk.out)
        var index = 0
        while index < out.count {
            let (one, other) = (noise.left[index], noise.right[index])
            out.left[index] = 6 * one + 2.5 * other
            out.right[index] = 6 * other + 2.5 * one
            index += 1
        }
    }
}
