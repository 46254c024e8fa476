import EngineKit
import Kernel

/// A database for whoever uses it: one connection, opened when it is first needed and anew when it was lost, and one thread at a time.
///
/// Throws `Failure`s: a `PostgresFailure` that nobody inside has caught becomes one.
public final class PostgresClient: @unchecked Sendable {
    // Unchecked: the connection is touched only inside the turnstile.
    private let turnstile = Turnstile()
    private let patience: PostgresPatience
    private var connection: PostgresConnection?
    /// Whether there was a connection before: then it is worth waiting for its return.
    private var wasOpen = false

    /// Where the database is.
    public let address: PostgresAddress

    /// A client that has asked nobody yet.
    public init(_ address: PostgresAddress, patience: PostgresPatience = PostgresPatience()) {
        (self.address, self.patience) = (address, patience)
    }

    /// Hands out the connection, for statements that need no transaction. Nothing is tried twice.
    ///
    /// - Throws: what the body throws; `Failure`s of this module; `nestedTransaction`, `storeClosed`.
    public func use<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
        try entering { try body(open()) }
    }

    /// Runs a body in a transaction: all it did is kept when this returns, or nothing. The body may run more than once: when others came in between,
    /// and when the connection was lost before the commit was on its way.
    ///
    /// - Throws: what the body throws; `postgresConflict`, `postgresLost`, when nothing was kept; `commitUnknown` when nobody can say.
    public func transaction<Value>(
        _ isolation: PostgresIsolation, _ body: (PostgresConnection) throws -> Value
    ) throws -> Value {
        try entering {
            let end = ContinuousClock.now + patience.locking
            var (rounds, hasReturned) = (0, false)
            while true {
                let connection = try open()
                do {
                    return try once(isolation, on: connection, body)
                } catch let failure as PostgresFailure {
                    let again = failure.reason == .lost ? !hasReturned : failure.reason == .conflict && ContinuousClock.now < end
                    guard again else { throw failure }
                    if failure.reason == .lost { hasReturned = true } else { PostgresClient.pause(behind: rounds) }
                    rounds += 1
                }
            }
        }
    }

    /// Lets go of the connection. Whoever asks afterwards gets `storeClosed`.
    public func close() throws {
        try turnstile.close()
        connection?.close()
        connection = nil
    }

    // MARK: - One round

    private func once<Value>(
        _ isolation: PostgresIsolation, on connection: PostgresConnection, _ body: (PostgresConnection) throws -> Value
    ) throws -> Value {
        let value: Value
        do {
            try connection.begin(isolation)
            value = try body(connection)
        } catch {
            // What went wrong first counts, whatever the body has made of it.
            let trouble = connection.transaction?.trouble
            connection.rollBack()
            if let trouble, trouble.reason == .lost || trouble.reason == .conflict { throw trouble }
            throw error
        }
        let transaction = connection.transaction
        let isEarly = transaction?.trouble != nil
        do {
            try connection.commit()
        } catch let failure as PostgresFailure {
            connection.rollBack()
            guard failure.reason == .lost, !isEarly, let transaction else { throw failure }
            guard try isKept(transaction) else { throw failure }
        }
        return value
    }

    /// Asks the server what became of a transaction whose commit it never answered.
    private func isKept(_ transaction: OpenTransaction) throws -> Bool {
        let end = ContinuousClock.now + patience.returning
        repeat {
            do {
                switch try open().fate(of: transaction) {
                case .kept: return true
                case .undone: return false
                case .open: break
                case .unknown: throw PostgresClient.unknown
                }
            } catch let failure as PostgresFailure {
                guard [.lost, .unreachable, .unavailable].contains(failure.reason) else { throw PostgresClient.unknown }
            }
            PostgresClient.pause(behind: 5)
        } while ContinuousClock.now < end
        throw PostgresClient.unknown
    }

    private static let unknown = Failure(
        .commitUnknown, "The database was lost while a change was being kept; it may have been kept or not.",
        advice: "Look whether it is there before doing it again.", kind: .temporary)

    // MARK: - The connection

    private func entering<Value>(_ body: () throws -> Value) throws -> Value {
        try turnstile.pass {
            do { return try body() } catch let failure as PostgresFailure { throw failure.failure }
        }
    }

    private func open() throws -> PostgresConnection {
        if let connection, connection.isOpen { return connection }
        let end = ContinuousClock.now + patience.returning
        while true {
            do {
                let connection = try PostgresConnection.open(address, patience: patience)
                (self.connection, wasOpen) = (connection, true)
                return connection
            } catch let failure as PostgresFailure {
                // One that was there comes back, or another takes its place; one that starts is there soon.
                let comes = failure.reason == .unavailable && failure.state != "53300" || wasOpen && failure.isPassing
                guard comes, ContinuousClock.now < end else { throw failure }
                PostgresClient.pause(behind: 5)
            }
        }
    }

    /// Some milliseconds, more behind many rounds, and never as many as somebody else's.
    private static func pause(behind rounds: Int) {
        usleep(UInt32.random(in: 500...(2_000 << UInt32(min(rounds, 6)))))
    }
}

extension PostgresFailure {
    /// Whether a server that was there may be there again soon.
    var isPassing: Bool { [.unreachable, .unavailable, .lost, .readOnly].contains(reason) }
}

extension PostgresRows {
    /// What kind of statement it was: `COMMIT`.
    var command: String { calls.command(answer).map { String(cString: $0) } ?? "" }
}
