import Kernel

extension EntryReader {
    /// Reads a word from a known set; nil if the field is missing and optional.
    mutating func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String, _: Choice.Type, isRequired: Bool = false
    )
        -> Choice? where Choice.RawValue == String
    {
        let word = text(name, isRequired: isRequired)
        guard !word.isEmpty else { return nil }
        if let choice = Choice(rawValue: word) { return choice }
        record(
            .schema, name, "“\(Folding.printable(word))” is not known here.",
            "Use one of: \(Choice.allCases.map(\.rawValue).joined(separator: ", ")).")
        return nil
    }

    /// Reads text; nil if the field is missing.
    mutating func optionalText(_ name: String, limit: Int = nameLimit) -> String? {
        let text = text(name, isRequired: false, limit: limit)
        return text.isEmpty ? nil : text
    }

    /// Reads the objects of a list inside the entry with `read` and records their errors under this
    /// entry.
    mutating func objects<Item>(_ name: String, _ read: (inout EntryReader) -> Item?) -> [Item] {
        guard let value = value(name) else { return [] }
        guard case .array(let items) = value, items.count <= Self.listLimit else {
            record(.schema, name, "A list of at most \(Self.listLimit) objects is expected.", "Write [{ … }].")
            return []
        }
        return items.enumerated().compactMap { index, item in readInner(item, "\(name) \(index + 1)", read) }
    }

    /// Reads the object of a field with `read`; nil if the field is missing or null.
    mutating func object<Item>(_ name: String, _ read: (inout EntryReader) -> Item?) -> Item? {
        guard let value = value(name), value != .null else { return nil }
        return readInner(value, name, read)
    }

    /// Reads an inner object, and records its findings under this entry and `place`.
    private mutating func readInner<Item>(_ value: OrderedJSON, _ place: String, _ read: (inout EntryReader) -> Item?)
        -> Item?
    {
        var innerReader = EntryReader(file: file, entry: entry, value: value)
        let item = innerReader.isBroken ? nil : read(&innerReader)
        innerReader.finish()
        for finding in innerReader.findings {
            record(
                finding.rule, finding.field.isEmpty ? place : "\(place) \(finding.field)", finding.sentence,
                finding.advice, severity: finding.severity)
        }
        return item
    }
}
