/// The rows of a list for programs.
///
/// Each access creates its row, so that a long list needs memory for only one row.
public struct FieldRows: RandomAccessCollection, ExpressibleByArrayLiteral, Sendable {
    public let count: Int
    private let row: @Sendable (Int) -> [OutputValue.Member]

    /// The smallest slice of a list that is worth a thread.
    static let minimumSlice = 500

    init<Record: Sendable>(_ records: [Record], _ fields: [Field<Record>]) {
        count = records.count
        // A field is large and its record type is unknown here. Anything but a plain look-up would
        // take longer than the values.
        let names = fields.map(\.name)
        let values = fields.map(\.value)
        row = { place in
            let record = records[place]
            var members: [OutputValue.Member] = []
            members.reserveCapacity(names.count)
            for number in 0..<names.count { members.append(OutputValue.Member(names[number], values[number](record))) }
            return members
        }
    }

    public init(_ rows: [[OutputValue.Member]]) {
        count = rows.count
        row = { rows[$0] }
    }

    public init(arrayLiteral rows: [OutputValue.Member]...) { self.init(rows) }

    public var startIndex: Int { 0 }
    public var endIndex: Int { count }
    /// The members of a row, in the order of the fields.
    public subscript(place: Int) -> [OutputValue.Member] { row(place) }
}
