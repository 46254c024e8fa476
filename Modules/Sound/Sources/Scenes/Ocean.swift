import Kernel

/// Waves on a beach, about every nine seconds: each builds up in deep water, breaks, and runs out
/// over the sand.
struct Ocean: Scene {
    private let chance: IndexedRandom
    private let swells: Swells
    private let wind: Drift
    private var deep = [Filter.lowPass(190), .highPass(30)]
    private var breaking = [Filter.highPass(350), .lowPass(2600)]
    private var foam = [Filter.highPass(2400), .lowPass(8000)]

    /// Seconds until a wave breaks.
    private static let rise = 3.0

    var tail: Int { LoopPlan.rate / 2 }

    init(_ plan: LoopPlan) {
        chance = plan.chance(0)
        swells = Swells(plan, lane: 1, every: 8.5, lasting: 17)
        wind = Drift(plan, lane: 2, rate: 0.2, from: 0.5, to: 1)
    }

    mutating func fill(_ mixer: Mixer) {
        mixer.noise.fillWithNoise(chance)
        deep[0].apply(mixer.noise, into: mixer.part)
        deep[1].apply(mixer.part)
        mixer.out.add(mixer.part, 1.6, wind)
        mixer.out.add(mixer.part) {
            wave($0, 4.5, after: 0) { $0 < Ocean.rise ? $0 * $0 / 9 : DeterministicMath.exp((Ocean.rise - $0) / 2.2) }
        }
        breaking[0].apply(mixer.noise, into: mixer.part)
        breaking[1].apply(mixer.part)
        mixer.out.add(mixer.part, 0.05, wind)
        mixer.out.add(mixer.part) {
            wave($0, 0.9, after: Ocean.rise - 0.5) {
                (1 - DeterministicMath.exp(-$0 / 0.35)) * DeterministicMath.exp(-$0 / 1.7)
            }
        }
        foam[0].apply(mixer.noise, into: mixer.part)
        foam[1].apply(mixer.part)
        mixer.out.add(mixer.part) {
            wave($0, 0.5, after: Ocean.rise) {
                (1 - DeterministicMath.exp(-$0 / 0.9)) * DeterministicMath.exp(-$0 / 2.4)
            }
        }
    }

    /// Returns the loudness of both channels from all waves at a step of the loop.
    private func wave(_ step: Int, _ gain: Double, after: Double, _ shape: (Double) -> Double) -> (
        left: Double, right: Double
    ) {
        swells.sum(step) { seconds, chance in
            guard seconds > after else { return (0, 0) }
            let value = gain * (0.55 + 0.45 * chance(1)) * shape(seconds - after)
            // A wave breaks along the beach, from one side to the other.
            let side = 0.35 * (chance(2) - 0.5) * min(2, seconds - after)
            return (value * (1 - side), value * (1 + side))
        }
    }
}
