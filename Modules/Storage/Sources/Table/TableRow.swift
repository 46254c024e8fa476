import Kernel

/// A record as a table holds it: whole in memory, or as a place in a file.
protocol TableRow {
    /// A row that holds the record in memory.
    init(_ record: StoredRecord)
    var id: String { get }
    var address: RecordAddress { get }
    var stamp: Stamp { get }
    var isLive: Bool { get }
    /// The bytes it takes in a file; 0 where there is none.
    var weight: Int { get }
    /// What an index holds for the row; nil when the row was written before the index existed.
    func entry(in index: String) throws -> IndexEntry?
    func record() throws -> StoredRecord
    /// The record without its index entries where these would have to be read.
    func bareRecord() throws -> StoredRecord
    /// A row of an image; nil where there are none.
    static func row(_ number: Int, of image: TableImage) -> Self?
}
