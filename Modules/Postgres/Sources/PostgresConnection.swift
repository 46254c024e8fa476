import Kernel

/// A connection to a server, for one thread at a time. `PostgresClient` opens it, guards it and
/// replaces it after a loss.
///
/// All functions throw `PostgresFailure` for errors of the server and of the connection.
package final class PostgresConnection {
    let calls: LibraryCalls
    let waitLimit: PostgresTimeouts
    private(set) var handle: LibraryCalls.Connection?
    /// Whether a pooler is in between. In that case the server keeps nothing from one transaction
    /// to the next.
    package let isPooled: Bool
    /// The names of the statements that the server has prepared on this connection.
    var prepared: Set<String> = []
    /// The steps that were sent and not yet answered, in order.
    var outstandingSteps: [Step] = []
    /// The statements that begin the transaction, sent together with its first one.
    var pendingStatements: [PostgresStatement] = []
    /// The time limit of a statement, if it is longer than the default.
    var allowance: Duration?
    /// The open transaction, if any.
    var transaction: OpenTransaction?

    init(_ handle: LibraryCalls.Connection, _ calls: LibraryCalls, waitLimit: PostgresTimeouts, isPooled: Bool) {
        self.handle = handle
        self.calls = calls
        self.waitLimit = waitLimit
        self.isPooled = isPooled
    }

    deinit { close() }

    /// The server's version in its own format: `150014`.
    package var serverVersion: Int { handle.map { Int(calls.serverVersion($0)) } ?? 0 }

    /// Whether the connection is neither closed nor known to be lost.
    package var isOpen: Bool { handle.map { calls.status($0) == calls.numbers.open } ?? false }

    package func close() {
        if let handle { calls.finish(handle) }
        handle = nil
        prepared = []
        outstandingSteps = []
        pendingStatements = []
        transaction = nil
    }

    // MARK: - Statements

    /// Returns the rows of one statement.
    @discardableResult
    package func answer(_ text: String, _ values: PostgresValue...) throws -> PostgresRows {
        try answer(PostgresStatement(text, values))
    }

    /// Returns the rows of one statement.
    package func answer(_ statement: PostgresStatement) throws -> PostgresRows {
        guard let rows = try answers(to: [statement]).first else {
            throw PostgresFailure(.unexpectedAnswer, "No answer came.")
        }
        return rows
    }

    /// Returns the rows of several statements, sent in one round trip.
    ///
    /// No statement waits for the previous answer. After an error, the following statements are not
    /// executed. Outside a transaction, the previous statements have no effect either.
    package func answers(to statements: [PostgresStatement]) throws -> [PostgresRows] {
        let earlierStatements = pendingStatements
        pendingStatements = []
        let results = try exchange(earlierStatements + statements)
        transaction?.recordNumber(results.prefix(earlierStatements.count))
        return Array(results.dropFirst(earlierStatements.count))
    }

    /// Sends statements without waiting for them, so that the server works while the caller
    /// prepares more. The next call reports their errors, at the latest the commit.
    package func post(_ statements: [PostgresStatement]) throws {
        if !pendingStatements.isEmpty { _ = try answers(to: []) }
        try sendWithoutWaiting(statements)
    }

    /// Runs a script of many statements without parameters, such as a schema or a function. Outside
    /// a transaction the script is atomic.
    package func run(script: String) throws {
        if !pendingStatements.isEmpty { _ = try answers(to: []) }
        try runScript(script)
    }

    /// Runs a closure with a longer timeout for statements, for work on whole tables. The caller
    /// must be outside a transaction.
    package func withStatementTimeout<Value>(_ time: Duration, _ body: () throws -> Value) throws -> Value {
        try run(script: "SET statement_timeout = \(time.milliseconds)")
        allowance = time
        defer {
            allowance = nil
            if isOpen { try? run(script: "SET statement_timeout = \(waitLimit.answering.milliseconds)") }
        }
        return try body()
    }

    // MARK: - Notifications

    /// Subscribes to the notifications of a channel. A pooler passes none.
    package func listen(to channel: String) throws {
        _ = try answers(to: [PostgresStatement("LISTEN " + PostgresStatement.name(channel), isPrepared: false)])
    }

    /// Returns the notifications as soon as there are any, or none after the time.
    package func notifications(within time: Duration) throws -> [PostgresNotification] {
        try receiveOutstanding()
        let handle = try openHandle()
        let deadline = ContinuousClock.now + time
        while true {
            var received: [PostgresNotification] = []
            while let next = calls.notification(handle) { received.append(next) }
            let remaining = deadline - .now
            guard received.isEmpty, remaining > .zero else { return received }
            _ = try wait(on: handle, for: POLLIN, atMost: remaining)
            guard calls.consume(handle) != 0 else { throw closeAsLost() }
        }
    }

    // MARK: - Connection state

    /// Returns the handle of libpq.
    func openHandle() throws -> LibraryCalls.Connection {
        guard let handle, calls.status(handle) != calls.numbers.broken else { throw closeAsLost() }
        return handle
    }

    /// Closes a lost connection and returns the error.
    func closeAsLost(_ why: String = "The connection was lost.") -> PostgresFailure {
        let failure = PostgresFailure(.lost, why)
        let lostTransaction = transaction
        close()
        lostTransaction?.firstError = failure
        transaction = lostTransaction
        return failure
    }

    /// Waits until the connection is readable or writable.
    ///
    /// - Returns: The available events, or none after the time.
    func wait(on handle: LibraryCalls.Connection, for events: Int32, atMost time: Duration) throws -> Int32 {
        var descriptor = pollfd(fd: calls.socket(handle), events: Int16(events), revents: 0)
        let deadline = ContinuousClock.now + time
        while true {
            let remaining = max(0, min((deadline - .now).milliseconds + 1, 60_000))
            let count = poll(&descriptor, 1, Int32(remaining))
            if count > 0 { return Int32(descriptor.revents) }
            guard count == 0 || errno == EINTR else { throw closeAsLost() }
            if ContinuousClock.now >= deadline { return 0 }
        }
    }
}
