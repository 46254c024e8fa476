import Kernel
import Postgres
import Sync
import Synchronization

/// Listens for what other devices leave in a database. Where nothing can be listened to, through a pooler, it looks every two seconds.
public final class PostgresBell: SyncBell {
    private let session: SyncSession
    private let own: String
    private let state = Mutex((seen: Int?.none, isCancelled: false))

    fileprivate init(_ session: SyncSession, besides own: String) { (self.session, self.own) = (session, own) }

    public func waitForNews(atMost time: Duration) throws -> Bool {
        let end = ContinuousClock.now + time
        while !isCancelled {
            let (seq, hears) = try look()
            let before = state.withLock { state in
                defer { state.seen = seq }
                return state.seen
            }
            if seq != before { return true }
            guard ContinuousClock.now < end else { return false }
            try pause(until: min(end, .now + .seconds(hears ? 15 : 2)), hears)
        }
        return false
    }

    public func cancel() { state.withLock { $0.isCancelled = true } }

    private var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// The number of the last parcel of others, asked once it is listened for the next ones.
    private func look() throws -> (seq: Int, hears: Bool) {
        let question = PostgresStatement("SELECT bell, seq FROM \(session.schema.name).news($1)", [.text(own)])
        do {
            return try session.using { connection in
                guard let first = try connection.answer(question).first else { throw Failure.notAdmitted(session.address) }
                guard !connection.isPooled else { return (try first.int(1), false) }
                try connection.listen(to: try first.text(0))
                return (try connection.answer(question).first?.int(1) ?? 0, true)
            }
        } catch is SyncRefusal { throw Failure.notAdmitted(session.address) } catch is SyncSession.Absent {
            throw Failure.notAdmitted(session.address)
        }
    }

    private func pause(until end: ContinuousClock.Instant, _ hears: Bool) throws {
        while ContinuousClock.now < end, !isCancelled {
            let some = min(end - .now, .milliseconds(200))
            guard hears else {
                usleep(UInt32(max(0, some / .microseconds(1))))
                continue
            }
            let isTold = try session.using { try !$0.notifications(within: some).allSatisfy { $0.message == own } }
            if isTold { return }
        }
    }
}

extension PostgresTransport {
    /// A bell over a connection of its own.
    ///
    /// - Parameter own: the device whose own parcels are no news to it.
    public func bell(besides own: String) -> any SyncBell { PostgresBell(session.twin(), besides: own) }
}

extension FolderTransport {
    /// A bell for what the others leave in the folder.
    ///
    /// - Parameter own: the device whose own parcels are no news to it.
    public func bell(besides own: String) -> any SyncBell { FolderBell(path, besides: own) }
}
