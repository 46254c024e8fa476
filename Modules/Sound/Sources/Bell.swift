/// A bell at the end of a round, tuned as bells have been since the seventeenth century.
///
/// It has hum, prime, a minor third, fifth, nominal and higher partials. The hum lasts longest (A.
/// Lehr, “Designing chimes and carillons in history”, 1997).
package enum Bell: String, CaseIterable, Sendable {
    /// The end of focus: two strokes, the second higher.
    case rest
    /// The end of the break: one stroke.
    case work

    /// The sound of four seconds.
    package var clip: Clip {
        let plan = LoopPlan(seconds: 4, seed: 1)
        let strokes: [(at: Double, prime: Double)] = self == .rest ? [(0, 392), (0.7, 523.25)] : [(0, 523.25)]
        let pings = strokes.flatMap { stroke in
            Bell.partials.map { partial in
                Ping(
                    at: Int(stroke.at * Double(LoopPlan.rate)),
                    .init(
                        pitch: stroke.prime * partial.ratio, decay: partial.decay, attack: 0.001, level: partial.level,
                        pan: partial.pan))
            }
        }
        return Clip(BellScene(pings: Pings(pings, on: plan)), plan, isEndless: false)
    }

    private static let partials: [(ratio: Double, level: Double, decay: Double, pan: Double)] = [
        (0.5, 0.5, 0.55, 0), (1, 0.8, 0.45, -0.2), (1.2, 0.6, 0.4, 0.2), (1.5, 0.3, 0.3, 0.1), (2, 1, 0.3, -0.1),
        (2.5, 0.3, 0.2, 0.3), (2.67, 0.25, 0.18, -0.3), (3, 0.3, 0.14, 0), (4, 0.2, 0.08, 0.2), (5.33, 0.1, 0.04, -0.2),
    ]
}

/// The struck tones of a bell.
private struct BellScene: Scene {
    var pings: Pings
    var tail: Int { 0 }

    mutating func fill(_ mixer: Mixer) { pings.add(to: mixer.out) }
}
