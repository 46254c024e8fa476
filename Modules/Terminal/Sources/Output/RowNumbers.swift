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
    ///
    /// - Parameters:
    ///   - list: the list that these numbers count, as `ValueKind.row(of:)` names it, so that a number typed later means what is shown now;
    ///     nil where rows are not remembered.
    ///   - command: what shows a row whole: `task show ROW`; nil where nothing does.
    public func numbered(_ rows: RowNumbers = .fromOne, of list: String? = nil, shownBy command: String? = nil) -> Output {
        var output = (command.map(shown(by:)) ?? self).showing { blocks in
            var count = 0
            return blocks.map { block in
                guard case .table(let table) = block else { return block }
                defer { count += table.rows.count }
                return .table(table.numbered(table.rows.indices.map { rows.number(count + $0) }))
            }
        }
        let records = self
        if let list { output.listed = { ListedRows(of: list, rows, records.content) } }
        return output
    }
}

extension Output {
    /// The same where a command shows a row whole, so that long texts may be cut in the table: `term ID`.
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
    /// Records under the titles of their fields.
    public static func of<Record>(_ records: [Record], _ fields: [Field<Record>]) -> Table {
        let shown = fields.filter { $0.title != nil }
        let declared = shown.contains { $0.room == .main }
        let first = declared ? nil : shown.firstIndex { $0.usualRoom == .gives }
        let columns = shown.enumerated().map { place, field in
            Column(field.title ?? "", alignsRight: field.alignsRight, room: place == first ? .main : field.usualRoom)
        }
        return Table(columns, rows: records.map { record in shown.map { $0.cell(record) } })
    }

    fileprivate func numbered(_ numbers: [Int?]) -> Table {
        let cells = numbers.map { StyledText($0.map(String.init) ?? "", .muted) }
        return Table([Column("Row", alignsRight: true)] + columns, rows: zip(cells, rows).map { [$0] + $1 }, shownBy: shownBy)
    }
}

extension Field {
    fileprivate var usualRoom: Table.Room {
        room ?? (alignsRight || name == "id" || name.hasSuffix("Id") || name == "path" ? .whole : .gives)
    }
}
