import Kernel

/// A summer night with field crickets: five that chirp three or four pulses at a time, one that
/// trills endlessly, a distant chorus, and still air.
struct Crickets: Scene {
    private let chance: IndexedRandom
    private let air, chorus: Drift
    private var below = Filter.lowPass(260)
    private var far = Filter.bandPass(4500, q: 5)
    private var near: Pings

    var tail: Int { max(near.tail, LoopPlan.rate / 2) }

    init(_ plan: LoopPlan) {
        chance = plan.chance(0)
        air = Drift(plan, lane: 1, rate: 0.15, from: 0.5, to: 1)
        chorus = Drift(plan, lane: 2, rate: 0.8, from: 0.5, to: 1)
        near = Pings((0..<5).flatMap { Crickets.field($0, plan) } + Crickets.tree(plan), on: plan)
    }

    mutating func fill(_ mixer: Mixer) {
        mixer.noise.fillWithNoise(chance)
        below.apply(mixer.noise, into: mixer.part)
        mixer.out.add(mixer.part, 0.3, air)
        far.apply(mixer.noise)
        mixer.out.add(mixer.noise, 0.06, chorus)
        near.add(to: mixer.out)
    }

    /// Returns the chirps of one field cricket.
    private static func field(_ number: Int, _ plan: LoopPlan) -> [Ping] {
        var draws = plan.draws(100 + number)
        let pitch = draws.between(4050, 5100)
        let pan = [-0.8, 0.7, -0.3, 0.35, 0][number]
        let level = 0.1 + 0.22 * draws.unit() / Double(number + 1)
        let pulses = 3 + number % 2
        let chirps = plan.count(draws.between(1.6, 2.7))
        let rate = Double(LoopPlan.rate)
        var pings: [Ping] = []
        for chirp in 0..<chirps {
            let start = (Double(chirp) + 0.12 * draws.unit()) * Double(plan.frames) / Double(chirps)
            // Some chirps are skipped at random.
            guard draws.unit() > 0.12 else { continue }
            for pulse in 0..<pulses {
                let pulseStart = Int(start + Double(pulse) * 0.03 * rate) % plan.frames
                pings.append(
                    Ping(
                        at: pulseStart,
                        .init(
                            pitch: pitch, slide: -900, decay: 0.0055, attack: 0.004,
                            level: level * (1 + 0.3 * Double(pulse)), pan: pan, decays: 7)))
            }
        }
        return pings
    }

    /// Returns the endless trill of a tree cricket, 36 pulses a second.
    private static func tree(_ plan: LoopPlan) -> [Ping] {
        var draws = plan.draws(99)
        let pitch = draws.between(2550, 2900)
        let count = plan.count(36)
        return (0..<count).map { pulse in
            Ping(
                at: Int(Double(pulse) * Double(plan.frames) / Double(count)),
                .init(pitch: pitch, decay: 0.006, attack: 0.003, level: 0.035, pan: -0.5, decays: 6))
        }
    }
}
