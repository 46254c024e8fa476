import Kernel

/// The rule for a shared folder or database that stays silent: brief accesses skip it for five
/// minutes.
package struct SilentPlace: Sendable {
    /// The number of seconds for which brief accesses skip the place.
    private static let pause = 300.0

    /// The time until which brief accesses skip the place, or nil while it answers.
    private let pauseEnd: Instant?
    private let time: TimeSource

    /// Creates the rule for a place from the stored end of its pause.
    package init(until: Instant?, time: TimeSource) {
        pauseEnd = until
        self.time = time
    }

    /// Opens the place. A brief access during the pause fails at once. Explicit requests always
    /// try.
    ///
    /// - Parameters:
    ///   - code: the failure of a place that does not answer.
    ///   - skipped: returns that failure without a try.
    ///   - setPause: stores the end of a new pause, or nil after an answer.
    package func open<Opened>(
        _ waitLimit: WaitLimit, silent code: Failure.Code, skipped: @autoclosure () throws -> Failure,
        setPause: (Instant?) throws -> Void, _ open: () throws -> Opened
    ) throws -> Opened {
        if waitLimit == .brief, let pauseEnd, (0...SilentPlace.pause).contains(pauseEnd.seconds(since: time.now())) {
            throw try skipped()
        }
        do {
            let place = try open()
            if pauseEnd != nil { try setPause(nil) }
            return place
        } catch let failure as Failure where failure.code == code {
            try setPause(time.now().adding(seconds: SilentPlace.pause))
            throw failure
        }
    }
}
