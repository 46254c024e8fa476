import Kernel

/// Entries of several packs laid on each other by their key: the fields that a later pack gives replace those of the earlier one, the others stay.
///
/// That is how a school overrides one movement, one spelling or one rule without repeating the rest.
struct Overlay {
    /// One entry as all packs together have it.
    struct Entry {
        /// The file that spoke last.
        var file: String
        /// The key as text.
        let key: String
        /// The fields in force.
        var fields: [PackField]
        /// Each pack's own fields, in the order of the packs, with the pack's number.
        var layers: [(pack: Int, fields: [PackField])]

        var reader: EntryReader { EntryReader(file: file, entry: Folding.shown(key), value: .object(fields)) }
    }

    private(set) var entries: [Entry] = []
    private(set) var findings: [Finding] = []
    private var places: [String: Int] = [:]

    /// Lays one pack's entries on top.
    ///
    /// - Parameters:
    ///   - name: the field that is the key; its value is text or a whole number.
    ///   - prefix: what the keys of another discipline carry before them.
    mutating func lay(_ items: [PackValue], by name: String, file: String, pack: Int, prefix: String = "") {
        var mine: Set<String> = []
        for (index, item) in items.enumerated() {
            var entry = EntryReader(file: file, entry: "#\(index + 1)", value: item)
            guard case .object(let fields) = item, let own = Self.key(fields, name), !own.isEmpty else {
                if !entry.isBroken { entry.note(.schema, name, "The field “\(name)” is missing.", "Add it.") }
                findings += entry.findings
                continue
            }
            let key = prefix + own
            guard mine.insert(key).inserted else {
                entry.entry = Folding.shown(own)
                entry.note(.duplicate, name, "\(Folding.shown(own)) is in this pack twice.", "Remove one.")
                findings += entry.findings
                continue
            }
            lay(fields, key: key, file: file, pack: pack)
        }
    }

    private mutating func lay(_ fields: [PackField], key: String, file: String, pack: Int) {
        guard let place = places[key] else {
            places[key] = entries.count
            entries.append(Entry(file: file, key: key, fields: fields, layers: [(pack, fields)]))
            return
        }
        for field in fields {
            if let known = entries[place].fields.firstIndex(where: { $0.name == field.name }) {
                entries[place].fields[known] = field
            } else {
                entries[place].fields.append(field)
            }
        }
        entries[place].file = file
        entries[place].layers.append((pack, fields))
    }

    private static func key(_ fields: [PackField], _ name: String) -> String? {
        switch fields.first(where: { $0.name == name })?.value {
        case .string(let text): text
        case .number(let number): Int(exactly: number).map(String.init)
        default: nil
        }
    }
}
