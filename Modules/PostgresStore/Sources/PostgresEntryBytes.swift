import Kernel

/// The binary format of a record's index entries, exactly as stored. Each entry is a mark, the
/// length of the name, the name, and the length and bytes of the key.
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

    /// Decodes index entries.
    ///
    /// - Throws: `storeDamaged` for bytes in another format.
    static func decode(_ bytes: Data) throws -> [IndexEntry] {
        var entries = [IndexEntry]()
        var remaining = bytes[...]
        func text() throws -> String {
            guard remaining.count >= 4 else { throw damage }
            let length = remaining.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            remaining = remaining.dropFirst(4)
            guard remaining.count >= length else { throw damage }
            defer { remaining = remaining.dropFirst(length) }
            return String(decoding: remaining.prefix(length), as: UTF8.self)
        }
        while let flags = remaining.popFirst() {
            let name = try text()
            entries.append(
                IndexEntry(
                    name: name, unique: flags & isUnique > 0, key: flags & hasKey > 0 ? IndexKey(text: try text()) : nil
                ))
        }
        return entries
    }

    /// Returns the shape of a record: its collection, then the names of the indexes for which it
    /// has an entry. An entry may state that the record is absent from the index.
    static func shape(_ names: some Sequence<String>, in collection: String) -> String {
        collection + "\u{2}" + Set(names).sorted().joined(separator: "\u{1}")
    }

    static func names(of shape: String) -> [String] {
        shape.split(separator: "\u{2}", maxSplits: 1, omittingEmptySubsequences: false).last?.split(separator: "\u{1}")
            .map(
                String.init) ?? []
    }

    /// Returns the prefix of a collection's shapes, and a bound above all of them.
    static func shapes(in collection: String) -> (lower: String, upper: String) {
        (collection + "\u{2}", collection + "\u{3}")
    }

    private static let damage = Failure(
        .storeDamaged, "The entries of a record on this server cannot be read.", advice: "Restore a backup.",
        kind: .badData)
}
