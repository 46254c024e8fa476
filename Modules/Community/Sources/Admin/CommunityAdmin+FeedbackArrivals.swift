import Kernel

/// The wait for new feedback.
extension CommunityAdmin {
    /// The polling intervals in seconds. The long one applies while the board notifies, because
    /// notifications can be lost. A folder sends none.
    private static let pollInterval = (notified: 15.0, unnotified: 2.0)

    /// Waits for new feedback without an answer and returns it, or nothing when the time is over.
    ///
    /// - Parameters:
    ///   - seconds: the maximum wait by counted sleep, or nil for no limit.
    ///   - sleep: waits for a number of seconds.
    /// - Throws: `notAllowed`, and the reason if the community is unreachable at the start or still
    ///   at the end.
    package func newFeedback(within seconds: Double?, sleep: (Double) -> Void) throws -> [Feedback] {
        try readBoard { _, context in try context.require(.read, .feedbackTriage) }
        // Listening starts before the first query, so that no feedback is missed in between.
        _ = try waitForFeedback(within: 0)
        let knownIDs = Set(try feedback(.pending).map(\.id))
        var remaining = seconds ?? .infinity
        var trouble = Failure?.none
        while remaining > 0 {
            let notified = min(remaining, CommunityAdmin.pollInterval.notified)
            let unnotified = min(remaining, CommunityAdmin.pollInterval.unnotified)
            do {
                let isNotified = try waitForFeedback(within: notified)
                if !isNotified { sleep(unnotified) }
                remaining -= isNotified ? notified : unnotified
                let new = try feedback(.pending).filter { !knownIDs.contains($0.id) }
                trouble = nil
                if !new.isEmpty { return new }
            } catch let failure as Failure where failure.kind == .temporary {
                // A community may return after a short outage.
                trouble = failure
                sleep(unnotified)
                remaining -= unnotified
            }
        }
        if let trouble { throw trouble }
        return []
    }

    /// Waits for a notification and returns whether the board supports notifications.
    private func waitForFeedback(within seconds: Double) throws -> Bool {
        try (board() as? any GuardedBoard)?.waitForFeedback(within: seconds) ?? false
    }
}
