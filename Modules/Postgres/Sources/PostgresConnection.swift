import Kernel

/// One connection to a server, for one thread at a time: `PostgresClient` sees to that, opens it, and opens it anew when it was lost.
///
/// Everything here throws `PostgresFailure` for what the server says and what becomes of the connection.
public final class PostgresConnection {
    let calls: LibraryCalls
    let patience: PostgresPatience
    private(set) var handle: LibraryCalls.Connection?
    /// Whether a pooler stands between: then nothing is kept on the server from one transaction to the next.
    public let isPooled: Bool
    /// What the server keeps under its name.
    var prepared: Set<String> = []
    /// What was said and not answered yet.
    var unheard: [Step] = []
    /// What goes before the next statements, and gives nothing back.
    var before: [PostgresStatement] = []
    /// How long a statement may take where that is more than usual.
    var allowance: Duration?
    /// The transaction that is under way.
    var transaction: OpenTransaction?

    init(_ handle: LibraryCalls.Connection, _ calls: LibraryCalls, patience: PostgresPatience, isPooled: Bool) {
        (self.handle, self.calls, self.patience, self.isPooled) = (handle, calls, patience, isPooled)
    }

    deinit { close() }

    /// The server's version, as it writes it: `150014`.
    public var serverVersion: Int { handle.map { Int(calls.serverVersion($0)) } ?? 0 }

    /// Whether it was neither closed nor lost, as far as anyone has noticed.
    public var isOpen: Bool { handle.map { calls.status($0) == calls.numbers.open } ?? false }

    /// Lets go of the server.
    public func close() {
        if let handle { calls.finish(handle) }
        (handle, prepared, unheard, before, transaction) = (nil, [], [], [], nil)
    }

    // MARK: - Statements

    /// What one statement answers.
    @discardableResult
    public func answer(_ text: String, _ values: PostgresValue...) throws -> PostgresRows {
        try answer(PostgresStatement(text, values))
    }

    /// What one statement answers.
    public func answer(_ statement: PostgresStatement) throws -> PostgresRows {
        guard let rows = try answers(to: [statement]).first else { throw PostgresFailure(.unexpectedAnswer, "No answer came.") }
        return rows
    }

    /// What several statements answer, in one way there and back: none is waited for before the next is sent. Where one is refused, those behind it
    /// are not done; outside a transaction neither are those before it.
    public func answers(to statements: [PostgresStatement]) throws -> [PostgresRows] {
        let first = before
        before = []
        let found = try pass(first + statements)
        transaction?.note(found.prefix(first.count))
        return Array(found.dropFirst(first.count))
    }

    /// Sends statements that nobody waits for: the server works at them while more is made ready. What goes wrong with them goes wrong with what is
    /// said next, and with the transaction at its latest.
    public func post(_ statements: [PostgresStatement]) throws {
        if !before.isEmpty { _ = try answers(to: []) }
        try passOn(statements)
    }

    /// Runs many statements without parameters, as a file holds them: a schema, a function. Outside a transaction all of it is one.
    public func run(script: String) throws {
        if !before.isEmpty { _ = try answers(to: []) }
        try passScript(script)
    }

    /// Gives statements more time than the patience has: for work on whole tables. Not within a transaction.
    public func allowing<Value>(_ time: Duration, _ body: () throws -> Value) throws -> Value {
        try run(script: "SET statement_timeout = \(time.milliseconds)")
        allowance = time
        defer {
            allowance = nil
            if isOpen { try? run(script: "SET statement_timeout = \(patience.answering.milliseconds)") }
        }
        return try body()
    }

    // MARK: - Notifications

    /// Wants to be told what is told on a channel from now on. Nothing is told through a pooler.
    public func listen(to channel: String) throws {
        _ = try answers(to: [PostgresStatement("LISTEN " + PostgresStatement.name(channel), isPrepared: false)])
    }

    /// What has been told, as soon as something is; nothing when the time is over.
    public func notifications(within time: Duration) throws -> [PostgresNotification] {
        try settle()
        let handle = try living()
        let end = ContinuousClock.now + time
        while true {
            var found: [PostgresNotification] = []
            while let next = calls.notification(handle) { found.append(next) }
            let left = end - .now
            guard found.isEmpty, left > .zero else { return found }
            _ = try wait(on: handle, for: POLLIN, atMost: left)
            guard calls.consume(handle) != 0 else { throw lost() }
        }
    }

    // MARK: - For those who send

    func living() throws -> LibraryCalls.Connection {
        guard let handle, calls.status(handle) != calls.numbers.broken else { throw lost() }
        return handle
    }

    /// Lets go of a connection that nothing comes from any more.
    func lost(_ why: String = "The connection was lost.") -> PostgresFailure {
        let failure = PostgresFailure(.lost, why)
        let noted = transaction
        close()
        noted?.trouble = failure
        transaction = noted
        return failure
    }

    /// Waits until something can be read or written.
    ///
    /// - Returns: what can; nothing when the time is over.
    func wait(on handle: LibraryCalls.Connection, for events: Int32, atMost time: Duration) throws -> Int32 {
        var place = pollfd(fd: calls.socket(handle), events: Int16(events), revents: 0)
        let end = ContinuousClock.now + time
        while true {
            let left = max(0, min((end - .now).milliseconds + 1, 60_000))
            let count = poll(&place, 1, Int32(left))
            if count > 0 { return Int32(place.revents) }
            guard count == 0 || errno == EINTR else { throw lost() }
            if ContinuousClock.now >= end { return 0 }
        }
    }
}
