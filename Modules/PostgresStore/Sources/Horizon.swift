import Kernel
import Postgres

/// Deletions leave tombstones, and these go in their time: the store notes up to which number, so that whoever follows the feed begins anew where he
/// stood before it, and above which generation whatever is made anew stands, so that it wins over what was there once.
extension Tables {
    /// In milliseconds: how long a tombstone stays, and how far ahead a clock may be that is believed.
    private static let (age, leap) = (30 * 86_400_000, 183 * 86_400_000)

    /// Lets tombstones of more than 30 days go, as one.
    ///
    /// - Parameter seen: up to which time other devices have taken in everything: what they have not stays, however old it is.
    func lettingTombstonesGo(now: Instant, seen: HybridTime?) -> String {
        let clock = Int(now.milliseconds)
        let isSeen = seen.map { " AND r.milliseconds < \($0.milliseconds)" } ?? ""
        return """
            SELECT 1 FROM \(schema).store FOR UPDATE;
            WITH gone AS (
                DELETE FROM \(schema).record r USING \(schema).store s WHERE r.payload IS NULL AND r.milliseconds < \(-Tables.age)
                    + CASE WHEN s.milliseconds = 0 OR \(clock) <= s.milliseconds + \(Tables.leap) THEN \(clock) ELSE s.milliseconds END\(isSeen)
                RETURNING r.sequence, r.generation
            )
            UPDATE \(schema).store s SET forgotten = greatest(s.forgotten, g.sequence), generation = \(above("g.generation"))
            FROM (SELECT max(sequence) AS sequence, max(generation) AS generation FROM gone) g WHERE g.sequence IS NOT NULL
            """
    }

    /// Everything goes, in the transaction of a number; answers above which generation whatever comes stands.
    func clearing(at sequence: Int) -> PostgresStatement {
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
