/// Says when another device has left something in the place, to whoever would else look there again and again.
///
/// A hint: it may ring for nothing, and who waits for it looks from time to time all the same.
public protocol SyncBell: Sendable {
    /// Waits until another device has left something since this was last asked, and no longer than a time. The first time it rings at once, since
    /// nobody knows what came before.
    ///
    /// - Returns: whether it rang; not when the time is over, or it was cancelled.
    /// - Throws: `Failure` where the place cannot be reached.
    func waitForNews(atMost time: Duration) throws -> Bool

    /// Ends a wait that is under way in another thread, and every later one before it begins.
    func cancel()
}
