import Kernel
import Postgres
import Sync
import Synchronization

/// A change listener for batches of other devices in a database.
///
/// A pooler passes on no notifications, so through one it polls every two seconds.
package final class PostgresChangeListener: SyncChangeListener {
    private let session: SyncSession
    private let own: String
    private let state = Mutex((seen: Int?.none, isCancelled: false))

    fileprivate init(_ session: SyncSession, besides own: String) {
        self.session = session
        self.own = own
    }

    package func waitForNews(atMost time: Duration) throws -> Bool {
        let end = ContinuousClock.now + time
        while !isCancelled {
            let (number, isListening) = try lastNumber()
            let previousNumber = state.withLock { state in
                defer { state.seen = number }
                return state.seen
            }
            if number != previousNumber { return true }
            guard ContinuousClock.now < end else { return false }
            try pause(until: min(end, .now + .seconds(isListening ? 15 : 2)), isListening)
        }
        return false
    }

    package func cancel() { state.withLock { $0.isCancelled = true } }

    private var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Starts listening, and returns the number of the last batch of other devices.
    private func lastNumber() throws -> (seq: Int, isListening: Bool) {
        let question = PostgresStatement("SELECT bell, seq FROM \(session.schema.name).news($1)", [.text(own)])
        do {
            return try session.using { connection in
                guard let first = try connection.answer(question).first else {
                    throw Failure.notAdmitted(session.address)
                }
                guard !connection.isPooled else { return (try first.int(1), false) }
                try connection.listen(to: try first.text(0))
                return (try connection.answer(question).first?.int(1) ?? 0, true)
            }
        } catch is SyncServerError { throw Failure.notAdmitted(session.address) } catch is AbsentSchema {
            throw Failure.notAdmitted(session.address)
        }
    }

    private func pause(until end: ContinuousClock.Instant, _ isListening: Bool) throws {
        while ContinuousClock.now < end, !isCancelled {
            let waitSlice = min(end - .now, .milliseconds(200))
            guard isListening else {
                usleep(UInt32(max(0, waitSlice / .microseconds(1))))
                continue
            }
            let hasNews = try session.using {
                try !$0.notifications(within: waitSlice).allSatisfy { $0.message == own }
            }
            if hasNews { return }
        }
    }
}

extension PostgresTransport {
    /// Creates a change listener with its own connection.
    ///
    /// - Parameter own: The device whose batches are ignored.
    package func changeListener(besides own: String) -> any SyncChangeListener {
        PostgresChangeListener(session.separateSession(), besides: own)
    }
}

extension FolderTransport {
    /// Creates a change listener for batches of other devices in the folder.
    ///
    /// - Parameter own: The device whose batches are ignored.
    package func changeListener(besides own: String) -> any SyncChangeListener { FolderWatcher(path, besides: own) }
}
