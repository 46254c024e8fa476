import Content

/// The duration of movements at a metronome tempo.
///
/// - A normal movement takes one beat, and a slow one two.
/// - A fast movement, or a part of a consecutive or double kick, takes half a beat.
/// - Movements in continuous motion take three quarters of a beat each, and those in connecting
///   motion half a beat, without a pause.
///
/// The Encyclopedia gives the order of these speeds without figures, so the figures are our own.
package struct MoveTempo: Hashable, Sendable {
    /// The length of a beat, 0.2…20 seconds.
    package let beat: Double

    package init(beat: Double) { self.beat = min(max(beat, 0.2), 20) }

    /// Returns the seconds from the start of a movement to the start of the next.
    package func seconds(of move: Move) -> Double { beat * Self.beats(of: move.timing) }

    /// Returns the number of beats that a movement takes.
    package static func beats(of timing: Move.Timing?) -> Double {
        switch timing {
        case .slow: 2
        case .fast, .connecting, .consecutiveKick, .doubleKick: 0.5
        case .continuous: 0.75
        case .stamping, .circular, .doubleStepping, nil: 1
        }
    }
}
