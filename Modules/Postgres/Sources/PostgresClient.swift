import EngineKit
import Kernel

/// A client with one connection to a database, for one thread at a time.
///
/// The client connects on first use, and reconnects after a loss. It throws a `Failure` for each
/// `PostgresFailure` that the caller's closure does not catch.
package final class PostgresClient: @unchecked Sendable {
    // Unchecked: the connection is used only inside the lock.
    private let lock = NonReentrantLock()
    private let waitLimit: PostgresTimeouts
    private var connection: PostgresConnection?
    /// Whether a connection existed before. Only then does the client wait for the server to
    /// return.
    private var wasOpen = false

    package let address: PostgresAddress

    package init(_ address: PostgresAddress, waitLimit: PostgresTimeouts = PostgresTimeouts()) {
        self.address = address
        self.waitLimit = waitLimit
    }

    /// Passes the connection to a closure for statements without a transaction. It retries nothing.
    ///
    /// - Throws: The errors of the closure, the `Failure`s of this module, `nestedTransaction`,
    ///   `storeClosed`.
    package func use<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
        try convertingFailures { try body(open()) }
    }

    /// Runs a closure in a transaction that is committed when this returns, or not at all.
    ///
    /// The closure may run more than once. It is repeated after a conflict, and after the
    /// connection was lost before the commit was sent.
    ///
    /// - Throws: The errors of the closure. `postgresConflict` and `postgresLost` mean that nothing
    ///   was committed. `commitUnknown` means that the outcome is unknown.
    package func transaction<Value>(
        _ isolation: PostgresIsolation, _ body: (PostgresConnection) throws -> Value
    ) throws -> Value {
        try convertingFailures {
            let deadline = ContinuousClock.now + waitLimit.locking
            var rounds = 0
            var hasReturned = false
            while true {
                let connection = try open()
                do {
                    return try attempt(isolation, on: connection, body)
                } catch let failure as PostgresFailure {
                    let shouldRetry =
                        failure.reason == .lost
                        ? !hasReturned : failure.reason == .conflict && ContinuousClock.now < deadline
                    guard shouldRetry else { throw failure }
                    if failure.reason == .lost { hasReturned = true } else { PostgresClient.pause(afterRounds: rounds) }
                    rounds += 1
                }
            }
        }
    }

    /// Closes the connection. Later calls throw `storeClosed`.
    package func close() throws {
        try lock.close()
        connection?.close()
        connection = nil
    }

    // MARK: - Attempts

    /// Runs a closure in a transaction and commits, without a retry.
    private func attempt<Value>(
        _ isolation: PostgresIsolation, on connection: PostgresConnection, _ body: (PostgresConnection) throws -> Value
    ) throws -> Value {
        let value: Value
        do {
            try connection.begin(isolation)
            value = try body(connection)
        } catch {
            // The first error counts, even if the closure caught it.
            let firstError = connection.transaction?.firstError
            connection.rollBack()
            if let firstError, firstError.reason == .lost || firstError.reason == .conflict { throw firstError }
            throw error
        }
        let transaction = connection.transaction
        let isEarly = transaction?.firstError != nil
        do {
            try connection.commit()
        } catch let failure as PostgresFailure {
            connection.rollBack()
            guard failure.reason == .lost, !isEarly, let transaction else { throw failure }
            guard try wasCommitted(transaction) else { throw failure }
        }
        return value
    }

    /// Asks the server for the outcome of a transaction whose commit was not answered.
    private func wasCommitted(_ transaction: OpenTransaction) throws -> Bool {
        let deadline = ContinuousClock.now + waitLimit.returning
        repeat {
            do {
                switch try open().outcome(of: transaction) {
                case .committed: return true
                case .rolledBack: return false
                case .inProgress: break
                case .unknown: throw PostgresClient.unknownOutcome
                }
            } catch let failure as PostgresFailure {
                guard [.lost, .unreachable, .unavailable].contains(failure.reason) else {
                    throw PostgresClient.unknownOutcome
                }
            }
            PostgresClient.pause(afterRounds: 5)
        } while ContinuousClock.now < deadline
        throw PostgresClient.unknownOutcome
    }

    private static let unknownOutcome = Failure(
        .commitUnknown, "The connection was lost while a change was being saved; it may or may not have been saved.",
        advice: "Check whether it was saved before you try again.", kind: .temporary)

    // MARK: - The connection

    /// Runs a closure under the lock, and turns a `PostgresFailure` into a `Failure`.
    private func convertingFailures<Value>(_ body: () throws -> Value) throws -> Value {
        try lock.withLock {
            do { return try body() } catch let failure as PostgresFailure { throw failure.failure }
        }
    }

    /// Returns the open connection, or opens one. It waits for a server that restarts.
    private func open() throws -> PostgresConnection {
        if let connection, connection.isOpen { return connection }
        let deadline = ContinuousClock.now + waitLimit.returning
        while true {
            do {
                let connection = try PostgresConnection.open(address, waitLimit: waitLimit)
                self.connection = connection
                wasOpen = true
                return connection
            } catch let failure as PostgresFailure {
                // A server that was connected returns or is replaced. A starting server is
                // available soon.
                let willReturn =
                    failure.reason == .unavailable && failure.state != "53300" || wasOpen && failure.isTransient
                guard willReturn, ContinuousClock.now < deadline else { throw failure }
                PostgresClient.pause(afterRounds: 5)
            }
        }
    }

    /// Waits some milliseconds, longer after many rounds. The random time differs between
    /// processes.
    private static func pause(afterRounds rounds: Int) {
        usleep(UInt32.random(in: 500...(2_000 << UInt32(min(rounds, 6)))))
    }
}

extension PostgresFailure {
    /// Whether a server that was connected may soon be available again.
    var isTransient: Bool { [.unreachable, .unavailable, .lost, .readOnly].contains(reason) }
}

extension PostgresRows {
    /// The kind of statement, such as `COMMIT`.
    var command: String { calls.command(answer).map { String(cString: $0) } ?? "" }
}
