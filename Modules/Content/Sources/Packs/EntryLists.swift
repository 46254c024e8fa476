import Kernel

extension EntryReader {
    /// A word that is one of a known set; nothing when the field is missing and need not be there.
    mutating func choice<Choice: RawRepresentable & CaseIterable>(_ name: String, _: Choice.Type, isRequired: Bool = false)
        -> Choice? where Choice.RawValue == String
    {
        let word = text(name, isRequired: isRequired)
        guard !word.isEmpty else { return nil }
        if let choice = Choice(rawValue: word) { return choice }
        note(
            .schema, name, "“\(Folding.shown(word))” is not known here.",
            "Use one of: \(Choice.allCases.map(\.rawValue).joined(separator: ", ")).")
        return nil
    }

    /// Text, or nothing when the field is missing.
    mutating func optionalText(_ name: String, limit: Int = nameLimit) -> String? {
        let text = text(name, isRequired: false, limit: limit)
        return text.isEmpty ? nil : text
    }

    /// The objects of a list inside the entry, each read by `read`; what is wrong with them is noted under this entry.
    mutating func objects<Item>(_ name: String, _ read: (inout EntryReader) -> Item?) -> [Item] {
        guard let value = value(name) else { return [] }
        guard case .array(let items) = value, items.count <= Self.listLimit else {
            note(.schema, name, "A list of at most \(Self.listLimit) objects is expected.", "Write [{ … }].")
            return []
        }
        return items.enumerated().compactMap { index, item in inner(item, "\(name) \(index + 1)", read) }
    }

    /// The object of a field, read by `read`; nothing when the field is missing or nothing.
    mutating func object<Item>(_ name: String, _ read: (inout EntryReader) -> Item?) -> Item? {
        guard let value = value(name), value != .null else { return nil }
        return inner(value, name, read)
    }

    private mutating func inner<Item>(_ value: PackValue, _ place: String, _ read: (inout EntryReader) -> Item?) -> Item? {
        var inside = EntryReader(file: file, entry: entry, value: value)
        let item = inside.isBroken ? nil : read(&inside)
        inside.finish()
        for finding in inside.findings {
            note(
                finding.rule, finding.field.isEmpty ? place : "\(place) \(finding.field)", finding.sentence, finding.advice,
                severity: finding.severity)
        }
        return item
    }
}
