import Content

/// How long a movement lasts to the metronome.
///
/// A movement takes a beat; a slow one two; a fast one, and the parts of a consecutive or double kick, half of one. Movements in a continuous or
/// connecting motion follow each other without a pause, three quarters and half a beat each: the Encyclopedia gives the order of these speeds, no figures, so
/// the figures are ours.
public struct MoveTempo: Hashable, Sendable {
    /// Seconds from beat to beat.
    public let beat: Double

    /// A tempo; a beat outside 0.2…20 seconds is moved to the nearest.
    public init(beat: Double) { self.beat = min(max(beat, 0.2), 20) }

    /// Seconds from the beginning of a movement to that of the next.
    public func seconds(of move: Move) -> Double { beat * Self.beats(of: move.timing) }

    /// Beats of a timing.
    public static func beats(of timing: Move.Timing?) -> Double {
        switch timing {
        case .slow: 2
        case .fast, .connecting, .consecutiveKick, .doubleKick: 0.5
        case .continuous: 0.75
        case .stamping, .circular, .doubleStepping, nil: 1
        }
    }
}
