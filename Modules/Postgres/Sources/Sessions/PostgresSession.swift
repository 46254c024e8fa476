import Kernel
import Synchronization

/// The work of one login at a database, with the errors of the module that uses it.
///
/// It connects on first use. A dry run executes every statement and rolls it back.
package final class PostgresSession: Sendable {
    package let isDryRun: Bool
    private let address: @Sendable () throws -> PostgresAddress
    private let waitLimit: PostgresTimeouts
    private let errors: PostgresErrors
    private let opened = Mutex<PostgresClient?>(nil)

    /// Creates a session whose login may change.
    ///
    /// - Parameter address: the address with the login, evaluated on first use and after `close`.
    package init(
        at address: @escaping @Sendable () throws -> PostgresAddress, waitLimit: PostgresTimeouts = PostgresTimeouts(),
        isDryRun: Bool = false, errors: PostgresErrors = PostgresErrors()
    ) {
        self.address = address
        self.waitLimit = waitLimit
        self.isDryRun = isDryRun
        self.errors = errors
    }

    /// Creates a session with one address for its whole life.
    package convenience init(
        _ address: PostgresAddress, waitLimit: PostgresTimeouts = PostgresTimeouts(), isDryRun: Bool = false,
        errors: PostgresErrors = PostgresErrors()
    ) {
        self.init(at: { address }, waitLimit: waitLimit, isDryRun: isDryRun, errors: errors)
    }

    deinit { close() }

    /// Closes the connection. The next call opens another one.
    package func close() {
        opened.withLock { client in
            try? client?.close()
            client = nil
        }
    }

    // MARK: - Statements

    /// Runs one idempotent statement in its own transaction, and repeats it once if the connection
    /// was lost.
    @discardableResult
    package func answer(_ text: String, _ values: PostgresValue...) throws -> PostgresRows {
        try answer(PostgresStatement(text, values))
    }

    /// Runs one statement in its own transaction.
    ///
    /// - Parameter isIdempotent: whether it is repeated once if the connection was lost. Otherwise
    ///   the outcome is unknown then.
    @discardableResult
    package func answer(_ statement: PostgresStatement, isIdempotent: Bool = true) throws -> PostgresRows {
        if isDryRun { return try transaction(.committed) { try $0.answer(statement) } }
        return try use(isIdempotent: isIdempotent) { try $0.answer(statement) }
    }

    /// Passes the connection to a closure, in a dry run too.
    ///
    /// - Parameters:
    ///   - isIdempotent: whether the closure is repeated once if the connection was lost.
    ///   - special: the errors of this call, if they differ from those of the session.
    package func use<Value>(
        isIdempotent: Bool = false, errors special: PostgresErrors? = nil, _ body: (PostgresConnection) throws -> Value
    ) throws -> Value {
        let errors = special ?? errors
        return try errors.convertingFailures {
            let client = try client()
            func once() throws -> Value {
                try client.use { connection in try errors.convertingRefusals { try body(connection) } }
            }
            do { return try once() } catch let failure as Failure where isIdempotent && failure.code == .postgresLost {
                return try once()
            }
        }
    }

    /// Runs a closure in a transaction, as `PostgresClient.transaction` does.
    package func transaction<Value>(_ isolation: PostgresIsolation, _ body: (PostgresConnection) throws -> Value) throws
        -> Value
    {
        try errors.convertingFailures {
            do {
                return try client().transaction(isolation) { connection in
                    let value = try errors.convertingRefusals { try body(connection) }
                    if isDryRun { throw RolledBack(value: value) }
                    return value
                }
            } catch let dryRun as RolledBack<Value> { return dryRun.value }
        }
    }

    /// The result of a dry run, thrown to roll the transaction back.
    private struct RolledBack<Value>: Error, @unchecked Sendable {
        // Unchecked: the error never leaves the function that throws it.
        let value: Value
    }

    private func client() throws -> PostgresClient {
        try opened.withLock { opened in
            if let opened { return opened }
            let client = PostgresClient(try address(), waitLimit: waitLimit)
            opened = client
            return client
        }
    }
}
