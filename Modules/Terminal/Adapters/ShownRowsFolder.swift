import Files
import Kernel
import Terminal

/// Notes in files of their own, one a list, which row stood for what. They hold identifiers alone, and nothing depends on them: what cannot be
/// read or written means the rows of the present.
struct ShownRowsFolder: Plugin {
    let name = "Shown rows"
    private let path: String
    private let isRehearsal: Bool

    /// - Parameter path: the folder, in the app's own, which must be there; nothing is noted where it is empty.
    init(at path: String, isRehearsal: Bool) { (self.path, self.isRehearsal) = (path, isRehearsal) }

    func contribute(to registry: inout Registry) {
        guard !path.isEmpty, !isRehearsal else { return }
        registry.add(ShownRows("kept", id: { list, row in ids(of: list)[row] }, note: note), to: .shownRows)
    }

    /// More rows than these are not remembered.
    private static let most = 2000
    private static let largest = 1 << 18

    private func file(of list: String) -> SmallFile {
        SmallFile("\(path)/\(list.split(separator: " ").joined(separator: "-"))", limit: Self.largest)
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

    /// A list from its beginning on takes the place of what was noted; a part of one is laid over it.
    private func note(_ listed: ListedRows) {
        guard FileManager.default.fileExists(atPath: parent) else { return }
        let before = ids(of: listed.list)
        let ids = listed.isWhole ? listed.ids : before.merging(listed.ids) { _, now in now }
        guard ids != before else { return }
        let lines = ids.sorted { $0.key < $1.key }.prefix(Self.most).filter { !$0.value.contains(where: \.isNewline) }
        let text = lines.map { "\($0.key) \($0.value)\n" }.joined()
        try? file(of: listed.list).replace(Array(text.utf8), isDurable: false)
    }

    private var parent: String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }
}
