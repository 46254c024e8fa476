/// The rows of a list as programs get them. Each is made when it is looked at, and each time anew: of a long list one stands in memory, not all.
public struct FieldRows: RandomAccessCollection, ExpressibleByArrayLiteral, Sendable {
    /// How many there are.
    public let count: Int
    private let row: @Sendable (Int) -> [FieldValue.Member]

    /// A slice of a list with fewer rows is not worth a thread.
    static let worthSharing = 500

    /// The fields of records.
    init<Record: Sendable>(_ records: [Record], _ fields: [Field<Record>]) {
        count = records.count
        // A field is large, and nothing here knows the record: whatever is no plain look-up takes longer than the values.
        let (names, values) = (fields.map(\.name), fields.map(\.value))
        row = { place in
            let record = records[place]
            var members: [FieldValue.Member] = []
            members.reserveCapacity(names.count)
            for number in 0..<names.count { members.append(FieldValue.Member(names[number], values[number](record))) }
            return members
        }
    }

    /// Rows that are there already.
    public init(_ rows: [[FieldValue.Member]]) {
        count = rows.count
        row = { rows[$0] }
    }

    /// Rows that are there already.
    public init(arrayLiteral rows: [FieldValue.Member]...) { self.init(rows) }

    /// Rows are counted from 0.
    public var startIndex: Int { 0 }
    /// Behind the last.
    public var endIndex: Int { count }
    /// The members of a row, in the order of the fields.
    public subscript(place: Int) -> [FieldValue.Member] { row(place) }
}
