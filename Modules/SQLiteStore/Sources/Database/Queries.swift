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
    let insertRecord = Query("INSERT INTO records VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    let insertKey = Query("INSERT INTO keys VALUES(?, ?, ?, ?)")
    let deleteRecord = Query("DELETE FROM records WHERE place = ?")
    let deleteKey = Query("DELETE FROM keys WHERE list = ? AND key = ? AND id = ?")
    let holder = Query("SELECT id FROM keys WHERE list = ? AND key = ? AND id <> ? LIMIT 1")

    var all: [Query] {
        [
            begin, beginWriting, commit, version, record, place, insertRecord, insertKey, deleteRecord,
            deleteKey, holder,
        ]
    }
}

extension Database {
    /// Runs a statement that needs nothing, and gives its first number.
    @discardableResult
    func run(_ query: Query) throws -> Int? { try ask(query) { try $0.step() ? $0.number(0) : nil } }
}
