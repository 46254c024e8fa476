/// The row numbers that people type for the records of a list (`RecordNaming`).
///
/// Programs use identifiers, so `--json` and `--plain` omit the numbers.
public enum RowNumbers: Sendable {
    /// The list in its default form: 1, 2, 3, …
    case fromOne
    /// A part of that list, with each record's number in the whole.
    ///
    /// It is nil for a record outside the whole.
    case at([Int?])

    func number(_ index: Int) -> Int? {
        switch self {
        case .fromOne: index + 1
        case .at(let numbers): index < numbers.count ? numbers[index] : nil
        }
    }
}

extension Output {
    /// Returns the same output with a number before each row, through all tables.
    ///
    /// - Parameters:
    ///   - list: the name of the numbered list, as in `ValueKind.row(of:)`, so that a number typed
    ///     later refers to the current rows. Nil remembers no rows.
    ///   - command: the command that shows a full row: `task show ROW`, or nil if there is none.
    public func numbered(_ rows: RowNumbers = .fromOne, of list: String? = nil, shownBy command: String? = nil)
        -> Output
    {
        var output = (command.map(shown(by:)) ?? self).showing { blocks in
            var count = 0
            return blocks.map { block in
                guard case .table(let table) = block else { return block }
                defer { count += table.rows.count }
                return .table(table.numbered(table.rows.indices.map { rows.number(count + $0) }))
            }
        }
        let records = self
        if let list { output.listedRows = { ListedRows(of: list, rows, records.content) } }
        return output
    }
}

extension Output {
    /// Returns the same output with a command that shows a full row, so that tables may truncate
    /// long texts: `term ID`.
    public func shown(by command: String) -> Output {
        showing { blocks in
            blocks.map { block in
                guard case .table(let table) = block else { return block }
                return .table(Table(table.columns, rows: table.rows, shownBy: command))
            }
        }
    }
}

extension Table {
    /// Returns a table of records under the titles of their fields.
    public static func of<Record>(_ records: [Record], _ fields: [Field<Record>]) -> Table {
        let titledFields = fields.filter { $0.title != nil }
        let hasMainColumn = titledFields.contains { $0.room == .main }
        let main = hasMainColumn ? nil : titledFields.firstIndex { $0.defaultRoom == .flexible }
        let columns = titledFields.enumerated().map { place, field in
            Column(field.title ?? "", alignsRight: field.alignsRight, room: place == main ? .main : field.defaultRoom)
        }
        return Table(columns, rows: records.map { record in titledFields.map { $0.cell(record) } })
    }

    fileprivate func numbered(_ numbers: [Int?]) -> Table {
        let cells = numbers.map { StyledText($0.map(String.init) ?? "", .muted) }
        return Table(
            [Column("Row", alignsRight: true)] + columns, rows: zip(cells, rows).map { [$0] + $1 }, shownBy: shownBy)
    }
}

extension Field {
    fileprivate var defaultRoom: Table.Room {
        room ?? (alignsRight || name == "id" || name.hasSuffix("Id") || name == "path" ? .fixed : .flexible)
    }
}
