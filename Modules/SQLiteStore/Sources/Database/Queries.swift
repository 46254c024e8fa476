import Kernel

/// A statement as it is written, and the prepared ones of it that nobody uses at the moment. It belongs to one connection.
final class Query {
    let text: String
    var idle: [OpaquePointer] = []

    init(_ text: String) { self.text = text }
}

/// What every transaction asks or tells.
struct Queries {
    /// What stands of a record in its row.
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

/// How rows are put into a table: one, or as many as wait for each other.
struct Insertion {
    /// So many at a time.
    static let most = 32

    let (one, many): (Query, Query)
    /// How many values a row has.
    let width: Int

    init(into table: String, width: Int) {
        let row = "(" + repeatElement("?", count: width).joined(separator: ", ") + ")"
        let rows = repeatElement(row, count: Insertion.most).joined(separator: ", ")
        (one, many) = (Query("INSERT INTO \(table) VALUES\(row)"), Query("INSERT INTO \(table) VALUES\(rows)"))
        self.width = width
    }
}

extension Database {
    /// Runs a statement that needs nothing, and gives its first number.
    @discardableResult
    func run(_ query: Query) throws -> Int? { try ask(query) { try $0.step() ? $0.number(0) : nil } }
}
