/// The numbers that people type for the records of a list (`Naming`). Programs have identifiers, so that `--json` and `--plain` are without.
public enum RowNumbers: Sendable {
    /// The list as it is shown by default: 1, 2, 3, …
    case fromOne
    /// A part of that list: each record's number in the whole; nil for one that stands only here.
    case at([Int?])

    func number(_ index: Int) -> Int? {
        switch self {
        case .fromOne: index + 1
        case .at(let numbers): index < numbers.count ? numbers[index] : nil
        }
    }
}

extension Output {
    /// The same with a number in front of each row, through all tables.
    public func numbered(_ rows: RowNumbers = .fromOne) -> Output {
        var output = self
        var count = 0
        output.blocks = blocks.map { block in
            guard case .table(let table) = block else { return block }
            defer { count += table.rows.count }
            return .table(table.numbered(table.rows.indices.map { rows.number(count + $0) }))
        }
        return output
    }
}

extension Table {
    /// Records under the titles of their fields.
    public static func of<Record>(_ records: [Record], _ fields: [Field<Record>]) -> Table {
        let shown = fields.filter { $0.title != nil }
        return Table(
            shown.map { Column($0.title ?? "", alignsRight: $0.alignsRight) },
            rows: records.map { record in shown.map { $0.cell(record) } })
    }

    fileprivate func numbered(_ numbers: [Int?]) -> Table {
        let cells = numbers.map { StyledText($0.map(String.init) ?? "", .muted) }
        return Table([Column("Row", alignsRight: true)] + columns, rows: zip(cells, rows).map { [$0] + $1 })
    }
}
