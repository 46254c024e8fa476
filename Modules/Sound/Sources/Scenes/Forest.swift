import Kernel

/// Five birds in a wood by day, each with its position, pitch and phrases, an answer from the
/// trees, and wind in the leaves.
struct Forest: Scene {
    private let chance: IndexedRandom
    private let wind, leaves: Drift
    private var air = Filter.lowPass(240)
    private var rustle = [Filter.highPass(900), .lowPass(4200)]
    private var birds: Pings
    private var trees = Reverb([(93, 0.16), (141, 0.1)])

    var tail: Int { birds.tail + trees.tail }

    init(_ plan: LoopPlan) {
        chance = plan.chance(0)
        wind = Drift(plan, lane: 1, rate: 0.15, from: 0.3, to: 1)
        leaves = Drift(plan, lane: 2, rate: 0.5, from: 0.25, to: 1)
        birds = Pings((0..<5).flatMap { Forest.bird($0, plan) }, on: plan)
    }

    mutating func fill(_ mixer: Mixer) {
        birds.add(to: mixer.out)
        trees.apply(mixer.out)
        mixer.noise.fillWithNoise(chance)
        air.apply(mixer.noise, into: mixer.part)
        mixer.out.add(mixer.part, 0.28, wind)
        rustle[0].apply(mixer.noise, into: mixer.part)
        rustle[1].apply(mixer.part)
        mixer.out.add(mixer.part, 0.05, leaves)
    }

    /// Returns the phrases of one bird.
    private static func bird(_ number: Int, _ plan: LoopPlan) -> [Ping] {
        var draws = plan.draws(100 + number)
        let basePitch = [2300.0, 2900, 3500, 4300, 5200][number] * draws.between(0.93, 1.07)
        let pan = [-0.7, 0.5, -0.2, 0.8, 0.1][number]
        let level = draws.between(0.12, 0.3)
        let rate = Double(LoopPlan.rate)
        var pings: [Ping] = []
        let phrases = plan.count(draws.between(0.14, 0.24))
        let first = draws.unit()
        for phrase in 0..<phrases {
            var position = (Double(phrase) + first + draws.unit() * 0.6) * Double(plan.frames) / Double(phrases)
            let phraseLevel = level * draws.between(0.5, 1)
            for note in notes(number, basePitch, &draws) {
                pings.append(
                    Ping(
                        at: Int(position) % plan.frames,
                        .init(
                            pitch: note.pitch, slide: note.slide, decay: note.seconds * 0.28,
                            attack: note.seconds * 0.1, level: phraseLevel, pan: pan)))
                position += note.seconds * 1.35 * rate
            }
        }
        return pings
    }

    private typealias Note = (pitch: Double, slide: Double, seconds: Double)

    /// Returns the notes of one phrase of a kind of bird.
    private static func notes(_ kind: Int, _ basePitch: Double, _ draws: inout Draws) -> [Note] {
        let count = draws.below(4)
        switch kind {
        // Long whistles, each on another step.
        case 0:
            return (0..<2 + count).map { _ in
                (basePitch * [1, 1.125, 1.25, 0.89][draws.below(4)], -250, draws.between(0.16, 0.3))
            }
        // Two alternating pitches: “tea-cher, tea-cher”.
        case 1:
            return (0..<2 * (2 + count)).map { (basePitch * ($0 % 2 == 0 ? 1.22 : 1), $0 % 2 == 0 ? -900 : 600, 0.11) }
        // A trill that slows down.
        case 2: return (0..<9 + 2 * count).map { (basePitch, -4000, 0.038 + 0.002 * Double($0)) }
        // Falling calls.
        case 3:
            return (0..<3 + count).map { _ in (basePitch * draws.between(1, 1.1), -11_000, draws.between(0.07, 0.1)) }
        // High and thin, rising.
        default: return (0..<4 + count).map { (basePitch * (1 + 0.03 * Double($0)), 3000, 0.06) }
        }
    }
}
