import Kernel
import Postgres

/// The deletion of old tombstones.
///
/// The store records the highest deleted sequence number, so that a follower below it starts over.
/// It also records a generation above all deleted ones, so that a recreated record wins over the
/// old one.
extension Tables {
    /// The age of a tombstone, and the accepted lead of a clock, in milliseconds.
    private static let (age, acceptedLead) = (30 * 86_400_000, 183 * 86_400_000)

    /// Returns the SQL that deletes tombstones older than 30 days in one step.
    ///
    /// - Parameter time: The time up to which other devices have received everything. Later
    ///   tombstones are kept at any age.
    func tombstoneDeletion(now: Instant, receivedUpTo time: HybridTime?) -> String {
        let nowMilliseconds = Int(now.milliseconds)
        let isReceived = time.map { " AND r.milliseconds < \($0.milliseconds)" } ?? ""
        return """
            SELECT 1 FROM \(schema).store FOR UPDATE;
            WITH gone AS (
                DELETE FROM \(schema).record r USING \(schema).store s WHERE r.payload IS NULL AND r.milliseconds < \(-Tables.age)
                    + CASE WHEN s.milliseconds = 0 OR \(nowMilliseconds) <= s.milliseconds + \(Tables.acceptedLead) THEN \(nowMilliseconds) ELSE s.milliseconds END\(isReceived)
                RETURNING r.sequence, r.generation
            )
            UPDATE \(schema).store s SET forgotten = greatest(s.forgotten, g.sequence), generation = \(above("g.generation"))
            FROM (SELECT max(sequence) AS sequence, max(generation) AS generation FROM gone) g WHERE g.sequence IS NOT NULL
            """
    }

    /// Returns a statement that deletes everything in the transaction with this number. Its result
    /// is the generation of later records.
    func clearStatement(at sequence: Int) -> PostgresStatement {
        PostgresStatement(
            """
            WITH keys AS (DELETE FROM \(schema).entry), gone AS (DELETE FROM \(schema).record RETURNING generation)
            UPDATE \(schema).store s SET forgotten = $1, generation = \(above("g.generation"))
            FROM (SELECT max(generation) AS generation FROM gone) g RETURNING s.generation
            """, [.int(sequence)])
    }

    private func above(_ generation: String) -> String {
        "least(\(UInt32.max), greatest(s.generation, \(generation) + 1))"
    }
}
