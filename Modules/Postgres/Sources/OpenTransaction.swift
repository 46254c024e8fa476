import Kernel

/// The view that a transaction has of concurrent changes.
package enum PostgresIsolation: Sendable {
    /// The transaction sees one state and only reads.
    case snapshot
    /// Equivalent to running alone. The transaction is restarted if that is impossible.
    case serializable
    /// Each statement sees everything committed before it. This suits callers that take a lock
    /// first and thereby run one after the other.
    case committed

    /// The SQL that begins the transaction.
    var begin: String {
        switch self {
        case .snapshot: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        case .serializable: "BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE"
        case .committed: "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
        }
    }
}

/// The state of a transaction that is neither committed nor rolled back.
final class OpenTransaction {
    /// The number of the transaction and the server history that it belongs to. Both are needed to
    /// ask for the outcome of a commit.
    private(set) var number: (id: String, history: String)?
    /// The first error, even if the caller caught it.
    var firstError: PostgresFailure?
    /// The statements that are sent together with the commit.
    var finalStatements: [PostgresStatement] = []
    /// Whether the transaction writes. Only then does it have a number.
    let isNumbered: Bool

    init(isNumbered: Bool) { self.isNumbered = isNumbered }

    /// Stores the number of the transaction from the last of the given results.
    func recordNumber(_ rows: some BidirectionalCollection<PostgresRows>) {
        guard isNumbered, let row = rows.last?.first, let id = try? row.text(0), let history = try? row.text(1) else {
            return
        }
        number = (id, history)
    }
}

extension PostgresConnection {
    /// A query for the identifier of the server's write history.
    ///
    /// It changes when a standby takes over and at every checkpoint. A server that crashed makes a
    /// checkpoint before it accepts connections, and may then reuse the number of a lost
    /// transaction.
    private static let history =
        "(SELECT substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) || checkpoint_lsn FROM pg_control_checkpoint())"

    /// Begins a transaction. The server receives the command together with the first statement.
    func begin(_ isolation: PostgresIsolation) throws {
        _ = try openHandle()
        let isWriting = if case .snapshot = isolation { false } else { true }
        transaction = OpenTransaction(isNumbered: isWriting)
        pendingStatements = [PostgresStatement(isolation.begin)]
        if isPooled { pendingStatements += waitLimit.sessionSettings.map { PostgresStatement("SET LOCAL \($0)") } }
        if isWriting {
            pendingStatements.append(
                PostgresStatement("SELECT pg_current_xact_id()::text, \(PostgresConnection.history)"))
        }
    }

    /// Adds statements that are sent with the commit, in the same round trip.
    package func appendToCommit(_ statements: [PostgresStatement]) { transaction?.finalStatements += statements }

    /// Commits the transaction durably, all of it or nothing.
    func commit() throws {
        guard let transaction else { return }
        if let firstError = transaction.firstError { throw firstError }
        let isUnsent = !pendingStatements.isEmpty
        guard !isUnsent || !transaction.finalStatements.isEmpty else {
            pendingStatements = []
            self.transaction = nil
            return
        }
        // The number must be known before the commit is sent.
        if isUnsent { _ = try answers(to: []) }
        let lastStatements = transaction.finalStatements + [PostgresStatement("COMMIT")]
        guard transaction.isNumbered else {
            // The end of a read-only transaction has no consequences.
            self.transaction = nil
            return try sendWithoutWaiting(lastStatements)
        }
        let rows = try answers(to: lastStatements)
        guard rows.last?.command == "COMMIT" else {
            throw PostgresFailure(.other, "A transaction had failed before its end.")
        }
        self.transaction = nil
    }

    /// Undoes the transaction. A connection on which that fails is closed.
    func rollBack() {
        let isUnsent = !pendingStatements.isEmpty
        pendingStatements = []
        transaction = nil
        guard isOpen, !isUnsent else { return }
        // The results of a transaction that is rolled back are irrelevant.
        try? receiveOutstanding()
        do { _ = try answers(to: [PostgresStatement("ROLLBACK")]) } catch { close() }
    }

    /// Returns the outcome of a transaction whose commit was not answered.
    func outcome(of transaction: OpenTransaction) throws -> Outcome {
        guard let number = transaction.number else { return .rolledBack }
        let query = "SELECT CASE WHEN \(PostgresConnection.history) = $2 THEN pg_xact_status($1::xid8) END"
        guard let row = try answer(query, .text(number.id), .text(number.history)).first else { return .unknown }
        switch try row.textIfAny(0) {
        case "committed": return .committed
        case "aborted": return .rolledBack
        case "in progress": return .inProgress
        default: return .unknown
        }
    }

    /// The outcome of a transaction. It is unknown if the server lost its history.
    enum Outcome { case committed, rolledBack, inProgress, unknown }
}
