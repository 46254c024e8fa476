import Kernel

/// How much of what others do a transaction sees.
public enum PostgresIsolation: Sendable {
    /// One state of everything, and nothing is changed.
    case snapshot
    /// As if nobody else were there; where that cannot be, it is begun anew.
    case serialisable
    /// Each statement sees what was committed before it. For whoever takes a lock first, by which one comes behind the other.
    case committed

    var begin: String {
        switch self {
        case .snapshot: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        case .serialisable: "BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE"
        case .committed: "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
        }
    }
}

/// A transaction that is under way.
final class OpenTransaction {
    /// By which number the server knows it, and in which history: what became of a commit can be asked for with them.
    private(set) var number: (id: String, history: String)?
    /// The first thing that went wrong, whatever was made of it.
    var trouble: PostgresFailure?
    /// What goes along with the commit.
    var last: [PostgresStatement] = []
    /// Whether it changes anything: then it is numbered.
    let isNumbered: Bool

    init(isNumbered: Bool) { self.isNumbered = isNumbered }

    func note(_ rows: some BidirectionalCollection<PostgresRows>) {
        guard isNumbered, let row = rows.last?.first, let id = try? row.text(0), let history = try? row.text(1) else { return }
        number = (id, history)
    }
}

extension PostgresConnection {
    /// Which history the server writes: another one behind every change from a standby to the one that writes, and behind every checkpoint. One that
    /// was killed makes one before it lets anybody in, and may give the number of a transaction that it has lost to another one.
    private static let history =
        "(SELECT substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) || checkpoint_lsn FROM pg_control_checkpoint())"

    /// Begins a transaction; it is said to the server with the first statement.
    func begin(_ isolation: PostgresIsolation) throws {
        _ = try living()
        let isWriting = if case .snapshot = isolation { false } else { true }
        transaction = OpenTransaction(isNumbered: isWriting)
        before = [PostgresStatement(isolation.begin)]
        if isPooled { before += patience.told.map { PostgresStatement("SET LOCAL \($0)") } }
        if isWriting {
            before.append(PostgresStatement("SELECT pg_current_xact_id()::text, \(PostgresConnection.history)"))
        }
    }

    /// Adds statements that go with the commit, in the same way there and back.
    public func lastly(_ statements: [PostgresStatement]) { transaction?.last += statements }

    /// Ends a transaction: all of it is kept, durably, or nothing.
    func commit() throws {
        guard let transaction else { return }
        if let trouble = transaction.trouble { throw trouble }
        let isUnsaid = !before.isEmpty
        guard !isUnsaid || !transaction.last.isEmpty else {
            (before, self.transaction) = ([], nil)
            return
        }
        // Which number it has must be known before the commit is on its way.
        if isUnsaid { _ = try answers(to: []) }
        let end = transaction.last + [PostgresStatement("COMMIT")]
        guard transaction.isNumbered else {
            // Nothing depends on the end of one that only read.
            self.transaction = nil
            return try passOn(end)
        }
        let rows = try answers(to: end)
        guard rows.last?.command == "COMMIT" else { throw PostgresFailure(.other, "A transaction had failed before its end.") }
        self.transaction = nil
    }

    /// Ends a transaction of which nothing is kept.
    func rollBack() {
        let isUnsaid = !before.isEmpty
        (before, transaction) = ([], nil)
        guard isOpen, !isUnsaid else { return }
        // What becomes of that which is taken back counts for nothing.
        try? settle()
        do { _ = try answers(to: [PostgresStatement("ROLLBACK")]) } catch { close() }
    }

    /// What became of a transaction whose commit was never answered.
    func fate(of transaction: OpenTransaction) throws -> Fate {
        guard let number = transaction.number else { return .undone }
        let question = "SELECT CASE WHEN \(PostgresConnection.history) = $2 THEN pg_xact_status($1::xid8) END"
        guard let row = try answer(question, .text(number.id), .text(number.history)).first else { return .unknown }
        switch try row.textIfAny(0) {
        case "committed": return .kept
        case "aborted": return .undone
        case "in progress": return .open
        default: return .unknown
        }
    }

    enum Fate { case kept, undone, open, unknown }
}
