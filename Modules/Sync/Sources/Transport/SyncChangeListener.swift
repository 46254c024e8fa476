/// Notifies about writes of other devices to the place, so that frequent polling is not necessary.
///
/// Notifications are hints. They may be false or lost, so callers also check the place from time to
/// time.
package protocol SyncChangeListener: Sendable {
    /// Waits until another device writes something, at most for this time.
    ///
    /// The first call returns true at once, because earlier writes are unknown.
    ///
    /// - Returns: Whether another device has written. False after a timeout or a cancellation.
    /// - Throws: A `Failure` if the place is unreachable.
    func waitForNews(atMost time: Duration) throws -> Bool

    /// Ends a wait in another thread, and every later wait at its start.
    func cancel()
}
