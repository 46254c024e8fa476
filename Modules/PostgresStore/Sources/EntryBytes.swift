import Kernel

/// The entries of a record as bytes, exactly as they were put: each a mark, the length of the name, the name, and the length and bytes of the key.
enum EntryBytes {
    private static let (isUnique, hasKey): (UInt8, UInt8) = (1, 2)

    static func encode(_ entries: [IndexEntry]) -> [UInt8] {
        var bytes: [UInt8] = []
        func add(_ text: String) {
            withUnsafeBytes(of: UInt32(text.utf8.count).bigEndian) { bytes.append(contentsOf: $0) }
            bytes.append(contentsOf: text.utf8)
        }
        for entry in entries {
            bytes.append((entry.unique ? isUnique : 0) | (entry.key == nil ? 0 : hasKey))
            add(entry.name)
            if let key = entry.key { add(key.text) }
        }
        return bytes
    }

    /// - Throws: `storeDamaged` for bytes that were not written here.
    static func decode(_ bytes: Data) throws -> [IndexEntry] {
        var (found, rest) = ([IndexEntry](), bytes[...])
        func text() throws -> String {
            guard rest.count >= 4 else { throw damage }
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(4)
            guard rest.count >= length else { throw damage }
            defer { rest = rest.dropFirst(length) }
            return String(decoding: rest.prefix(length), as: UTF8.self)
        }
        while let mark = rest.popFirst() {
            let name = try text()
            found.append(
                IndexEntry(name: name, unique: mark & isUnique > 0, key: mark & hasKey > 0 ? IndexKey(text: try text()) : nil))
        }
        return found
    }

    /// The names of the indexes in which a record is, and of those for which it says that it is in none.
    /// The collection stands before them.
    static func shape(_ names: some Sequence<String>, in collection: String) -> String {
        collection + "\u{2}" + Set(names).sorted().joined(separator: "\u{1}")
    }

    static func names(of shape: String) -> [String] {
        shape.split(separator: "\u{2}", maxSplits: 1, omittingEmptySubsequences: false).last?.split(separator: "\u{1}").map(
            String.init) ?? []
    }

    /// What the shapes of a collection begin with, and what is greater than all of them.
    static func shapes(in collection: String) -> (lower: String, upper: String) {
        (collection + "\u{2}", collection + "\u{3}")
    }

    private static let damage = Failure(
        .storeDamaged, "The entries of a record on this server cannot be read.", advice: "Restore a backup.", kind: .badData)
}
