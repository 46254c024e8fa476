import Dispatch

/// A queue that runs effects one after another on its own thread.
///
/// A hook that hangs therefore delays no alarm.
package struct SerialWorker: Sendable {
    private let queue: DispatchQueue?

    /// Creates a worker.
    ///
    /// - Parameter runsImmediately: runs everything immediately on the calling thread, for tests.
    package init(runsImmediately: Bool = false) {
        queue = runsImmediately ? nil : DispatchQueue(label: "around the timer")
    }

    /// Queues work, or performs it at once in a test.
    func run(_ body: @escaping @Sendable () -> Void) {
        guard let queue else { return body() }
        queue.async(execute: body)
    }

    /// Waits until all queued work is done.
    func waitUntilDone() { queue?.sync {} }
}
