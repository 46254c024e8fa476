import Kernel

/// The records by row of a list that is shown.
public struct ListedRows: Hashable, Sendable {
    /// The list: `task list`.
    public let list: String
    /// The identifiers by row, from 1.
    public let ids: [Int: String]
    /// Whether the list starts with its first row, rather than being a part.
    public let isWhole: Bool

    public init(list: String, ids: [Int: String], isWhole: Bool) {
        self.list = list
        self.ids = ids
        self.isWhole = isWhole
    }

    init(of list: String, _ rows: RowNumbers, _ content: Output.Content) {
        var ids: [Int: String] = [:]
        var isWhole = false
        if case .list(let records) = content {
            isWhole = !records.isEmpty
            for (place, members) in records.enumerated() {
                isWhole = isWhole && rows.number(place) == place + 1
                guard let row = rows.number(place),
                    case .text(let id)? = members.first(where: { $0.name == "id" })?.value
                else { continue }
                ids[row] = id
            }
        }
        self.init(list: list, ids: ids, isWhole: isWhole)
    }
}

/// A memory of the rows that a user saw, so that a number typed later refers to the same record.
///
/// The list may have changed meanwhile: another process may have answered, or a finished task may
/// have left it.
public struct ShownRows: Sendable {
    let name: String
    /// Returns the record that a row showed last, or nil if it is unknown.
    package let id: @Sendable (_ list: String, _ row: Int) -> String?
    /// Saves the shown rows.
    ///
    /// It cannot fail: without saved rows, a number refers to the current list.
    package let save: @Sendable (ListedRows) -> Void

    public init(
        _ name: String, id: @escaping @Sendable (_ list: String, _ row: Int) -> String?,
        save: @escaping @Sendable (ListedRows) -> Void
    ) {
        self.name = name
        self.id = id
        self.save = save
    }
}

extension ExtensionPoint where Contribution == ShownRows {
    /// The memories of rows.
    ///
    /// Without any, a number refers to the current list.
    public static var shownRows: Self { ExtensionPoint { $0.name } }
}
