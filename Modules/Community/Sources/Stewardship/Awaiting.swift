import Kernel

/// Waiting for what people say.
extension Stewardship {
    /// How often somebody looks who is not told: a hint may be lost, and a folder gives none.
    private static let patience = (told: 15.0, untold: 2.0)

    /// Feedback that comes from now on and waits for an answer, as soon as there is some; nothing when the time is over.
    ///
    /// - Parameters:
    ///   - seconds: for how long at most, counted by what was waited; nil for as long as it takes.
    ///   - sleep: waits so many seconds.
    /// - Throws: `notAllowed`; why the community cannot be reached at the beginning, or still cannot be at the end.
    public func newFeedback(within seconds: Double?, sleep: (Double) -> Void) throws -> [Feedback] {
        try look { _, people in try people.require(.read, .feedbackTriage) }
        // Whoever listens before looking misses nothing in between.
        _ = try isTold(within: 0)
        let known = Set(try feedback(.pending).map(\.id))
        var (left, trouble) = (seconds ?? .infinity, Failure?.none)
        while left > 0 {
            let (told, untold) = (min(left, Stewardship.patience.told), min(left, Stewardship.patience.untold))
            do {
                let isTold = try isTold(within: told)
                if !isTold { sleep(untold) }
                left -= isTold ? told : untold
                let new = try feedback(.pending).filter { !known.contains($0.id) }
                trouble = nil
                if !new.isEmpty { return new }
            } catch let failure as Failure where failure.kind == .temporary {
                // A community that is away for a moment comes back.
                trouble = failure
                sleep(untold)
                left -= untold
            }
        }
        if let trouble { throw trouble }
        return []
    }

    private func isTold(within seconds: Double) throws -> Bool {
        try (board() as? any GuardedBoard)?.isTold(within: seconds) ?? false
    }
}
