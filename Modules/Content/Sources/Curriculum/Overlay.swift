import Kernel

/// Entries of several packs, merged by key: fields of a later pack replace those of an earlier one,
/// and other fields remain.
///
/// A school can thereby override one movement, one spelling or one rule without repeating the rest.
struct Overlay {
    /// An entry as merged from all packs.
    struct Entry {
        var file: String
        let key: String
        var fields: [OrderedJSON.Member]
        /// Each pack's own fields with the pack's number, in the order of the packs.
        var layers: [(pack: Int, fields: [OrderedJSON.Member])]

        var reader: EntryReader { EntryReader(file: file, entry: Folding.printable(key), value: .object(fields)) }
    }

    private(set) var entries: [Entry] = []
    private(set) var findings: [Finding] = []
    /// The index of each entry by key.
    private var indexes: [String: Int] = [:]

    /// Merges one pack's entries on top.
    ///
    /// - Parameters:
    ///   - name: the field that is the key; its value is text or a whole number.
    ///   - prefix: the prefix of another discipline's keys.
    mutating func merge(_ items: [OrderedJSON], by name: String, file: String, pack: Int, prefix: String = "") {
        var packKeys: Set<String> = []
        for (index, item) in items.enumerated() {
            var entry = EntryReader(file: file, entry: "#\(index + 1)", value: item)
            guard case .object(let fields) = item, let ownKey = Self.key(fields, name), !ownKey.isEmpty else {
                if !entry.isBroken { entry.record(.schema, name, "The field “\(name)” is missing.", "Add it.") }
                findings += entry.findings
                continue
            }
            let key = prefix + ownKey
            guard packKeys.insert(key).inserted else {
                entry.entry = Folding.printable(ownKey)
                entry.record(.duplicate, name, "\(Folding.printable(ownKey)) is in this pack twice.", "Remove one.")
                findings += entry.findings
                continue
            }
            merge(fields, key: key, file: file, pack: pack)
        }
    }

    /// Merges the fields of one entry into the entry of the same key.
    private mutating func merge(_ fields: [OrderedJSON.Member], key: String, file: String, pack: Int) {
        guard let entryIndex = indexes[key] else {
            indexes[key] = entries.count
            entries.append(Entry(file: file, key: key, fields: fields, layers: [(pack, fields)]))
            return
        }
        for field in fields {
            if let fieldIndex = entries[entryIndex].fields.firstIndex(where: { $0.name == field.name }) {
                entries[entryIndex].fields[fieldIndex] = field
            } else {
                entries[entryIndex].fields.append(field)
            }
        }
        entries[entryIndex].file = file
        entries[entryIndex].layers.append((pack, fields))
    }

    /// Returns the key of an entry as text, or nil if it is missing.
    private static func key(_ fields: [OrderedJSON.Member], _ name: String) -> String? {
        switch fields.first(where: { $0.name == name })?.value {
        case .string(let text): text
        case .number(let number): Int(exactly: number).map(String.init)
        default: nil
        }
    }
}
