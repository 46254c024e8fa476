import Files
import Interface
import Kernel

/// A plugin that remembers which record each row of a list showed, with one file per list.
///
/// The files hold only identifiers. If one cannot be read or written, row numbers refer to the
/// current list.
struct ShownRowsFolder: Plugin {
    let name = "Shown rows"
    private let path: String
    private let isDryRun: Bool

    /// Creates the plugin.
    ///
    /// - Parameter path: an existing folder in the app's directory. With an empty path nothing is
    ///   saved.
    init(at path: String, isDryRun: Bool) {
        self.path = path
        self.isDryRun = isDryRun
    }

    func contribute(to registry: inout Registry) {
        guard !path.isEmpty, !isDryRun else { return }
        registry.add(ShownRows("kept", id: { list, row in ids(of: list)[row] }, save: save), to: .shownRows)
    }

    /// The maximum number of rows that are remembered.
    private static let maximumRows = 2000
    private static let maximumBytes = 1 << 18

    private func file(of list: String) -> SmallFile {
        SmallFile("\(path)/\(list.split(separator: " ").joined(separator: "-"))", limit: Self.maximumBytes)
    }

    private func ids(of list: String) -> [Int: String] {
        guard let bytes = try? file(of: list).read() else { return [:] }
        let pairs = String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line -> (Int, String)? in
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, let row = Int(parts[0]) else { return nil }
            return (row, String(parts[1]))
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// Saves the rows of a list: a whole list replaces the saved rows, and a part is merged into
    /// them.
    private func save(_ listedRows: ListedRows) {
        guard FileManager.default.fileExists(atPath: parent) else { return }
        let savedIDs = ids(of: listedRows.list)
        let ids = listedRows.isWhole ? listedRows.ids : savedIDs.merging(listedRows.ids) { _, new in new }
        guard ids != savedIDs else { return }
        let lines = ids.sorted { $0.key < $1.key }.prefix(Self.maximumRows).filter {
            !$0.value.contains(where: \.isNewline)
        }
        let text = lines.map { "\($0.key) \($0.value)\n" }.joined()
        try? file(of: listedRows.list).replace(Array(text.utf8), isDurable: false)
    }

    private var parent: String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }
}
