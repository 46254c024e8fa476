import Kernel

/// Which record stands in which row of a list that is shown.
public struct ListedRows: Hashable, Sendable {
    /// The list: `task list`.
    public let list: String
    /// The identifiers by row, from 1.
    public let ids: [Int: String]
    /// Whether it is the list from its beginning on, and no part of it.
    public let isWhole: Bool

    /// Rows of a list.
    public init(list: String, ids: [Int: String], isWhole: Bool) { (self.list, self.ids, self.isWhole) = (list, ids, isWhole) }

    /// Those of records that have an identifier.
    init(of list: String, _ rows: RowNumbers, _ content: Output.Content) {
        var ids: [Int: String] = [:]
        var isWhole = false
        if case .list(let records) = content {
            isWhole = !records.isEmpty
            for (place, members) in records.enumerated() {
                isWhole = isWhole && rows.number(place) == place + 1
                guard let row = rows.number(place), case .text(let id)? = members.first(where: { $0.name == "id" })?.value else {
                    continue
                }
                ids[row] = id
            }
        }
        self.init(list: list, ids: ids, isWhole: isWhole)
    }
}

/// Where it is noted what a person saw in which row, so that a number typed later means that, whatever has become of the list since: somebody
/// else may have answered, and what was done is not there any more.
public struct ShownRows: Sendable {
    let name: String
    /// What stood in a row of a list when it was last shown; nil where nobody knows.
    let id: @Sendable (_ list: String, _ row: Int) -> String?
    /// Notes what is shown now. Cannot fail: what is not noted means the row of the present.
    let note: @Sendable (ListedRows) -> Void

    /// A place for such notes.
    public init(
        _ name: String, id: @escaping @Sendable (_ list: String, _ row: Int) -> String?,
        note: @escaping @Sendable (ListedRows) -> Void
    ) {
        (self.name, self.id, self.note) = (name, id, note)
    }
}

extension ExtensionPoint where Contribution == ShownRows {
    /// Where rows are remembered; without any, a number is a row of the present.
    public static var shownRows: Self { ExtensionPoint("shown rows") { $0.name } }
}
