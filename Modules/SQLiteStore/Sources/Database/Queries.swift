import Kernel

/// The text of a statement with its idle prepared instances, for one connection.
final class Query {
    let text: String
    var idle: [OpaquePointer] = []

    init(_ text: String) { self.text = text }
}

/// The statements that every transaction uses.
struct Queries {
    /// The columns of a whole record, in the order that `record(_:at:withEntries:)` reads.
    static let columns = "section, id, gone, generation, milliseconds, counter, device, version, payload, entries"

    let begin = Query("BEGIN")
    let beginWriting = Query("BEGIN IMMEDIATE")
    let commit = Query("COMMIT")
    let version = Query("PRAGMA data_version")
    let record = Query("SELECT \(Queries.columns) FROM records WHERE section = ? AND id = ?")
    let place = Query("SELECT place, gone, entries FROM records WHERE section = ? AND id = ?")
    let records = Insertion(into: "records", width: 11)
    let keys = Insertion(into: "keys", width: 4)
    let deleteRecord = Query("DELETE FROM records WHERE place = ?")
    let deleteKey = Query("DELETE FROM keys WHERE list = ? AND key = ? AND id = ?")
    let holder = Query("SELECT id FROM keys WHERE list = ? AND key = ? AND id <> ? LIMIT 1")

    var all: [Query] {
        [
            begin, beginWriting, commit, version, record, place, records.one, records.many, keys.one, keys.many,
            deleteRecord, deleteKey, holder,
        ]
    }
}

/// A pair of statements that insert one row or a full batch.
struct Insertion {
    /// The number of rows in a full batch.
    static let most = 32

    /// The statement for one row, and the one for a full batch.
    let (one, many): (Query, Query)
    /// The number of columns.
    let width: Int

    init(into table: String, width: Int) {
        let row = "(" + repeatElement("?", count: width).joined(separator: ", ") + ")"
        let rows = repeatElement(row, count: Insertion.most).joined(separator: ", ")
        one = Query("INSERT INTO \(table) VALUES\(row)")
        many = Query("INSERT INTO \(table) VALUES\(rows)")
        self.width = width
    }
}

extension Database {
    /// Runs a statement without parameters and returns its first number.
    @discardableResult
    func run(_ query: Query) throws -> Int? { try withStatement(query) { try $0.step() ? $0.number(0) : nil } }
}
