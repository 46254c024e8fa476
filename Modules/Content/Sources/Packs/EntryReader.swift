import Kernel
import Korean

/// A reader of the fields of one JSON object that records every error.
struct EntryReader {
    /// The maximum length of a name, in characters.
    static let nameLimit = 200
    /// The maximum length of a note, in characters.
    static let noteLimit = 2000
    /// The maximum number of items in a list of an entry.
    static let listLimit = 64

    let file: String
    var entry: String
    /// The fields in an array, because comparing the few names of an entry is faster than hashing
    /// them.
    private let fields: [OrderedJSON.Member]
    private var wasRead: [Bool]
    private(set) var findings: [Finding] = []

    /// Whether an error makes the entry unusable.
    var isBroken: Bool { findings.contains { $0.severity == .error } }

    init(file: String, entry: String, value: OrderedJSON) {
        self.file = file
        self.entry = entry
        guard case .object(let fields) = value else {
            self.fields = []
            wasRead = []
            record(
                .schema, "", "An object is expected, not \(value.kind).", "Write { … } with the fields of the format.")
            return
        }
        self.fields = fields
        wasRead = [Bool](repeating: false, count: fields.count)
    }

    /// Records an error or a warning about a field.
    mutating func record(
        _ rule: Finding.Rule, _ field: String, _ sentence: String, _ advice: String, severity: Finding.Severity = .error
    ) {
        let finding = Finding(
            file: file, entry: entry, field: field, severity: severity, rule: rule, sentence: sentence, advice: advice)
        findings.append(finding)
    }

    /// Returns the value of a field and marks it as read, or nil if it is missing.
    mutating func value(_ name: String) -> OrderedJSON? {
        // A plain loop for speed, because every field of every entry passes here at each start.
        var index = 0
        while index < fields.count {
            if fields[index].name == name {
                wasRead[index] = true
                return fields[index].value
            }
            index += 1
        }
        return nil
    }

    /// Returns the text of a field; empty text counts as missing.
    mutating func text(_ name: String, isRequired: Bool = true, limit: Int = nameLimit) -> String {
        switch value(name) {
        case .string(let text):
            if text.isEmpty, isRequired { break }
            return validated(text, name, limit: limit)
        case nil:
            break
        case .some(let other):
            record(.schema, name, "Text is expected, not \(other.kind).", "Put it in quotes.")
            return ""
        }
        if isRequired { record(.schema, name, "The field “\(name)” is missing.", "Add it.") }
        return ""
    }

    /// Returns the valid texts of a list, or empty if the field is missing.
    mutating func texts(_ name: String) -> [String] {
        guard let value = value(name) else { return [] }
        guard case .array(let items) = value, items.count <= Self.listLimit else {
            record(.schema, name, "A list of at most \(Self.listLimit) texts is expected.", "Write [\"…\", \"…\"].")
            return []
        }
        return items.compactMap { item in
            guard case .string(let text) = item, !text.isEmpty else {
                record(
                    .schema, name, "The list holds \(item.kind) where text is expected.",
                    "Put each item in quotes and leave none empty.")
                return nil
            }
            return validated(text, name, limit: Self.nameLimit)
        }
    }

    /// Returns a whole number in a range, or `standard` for a missing field. An invalid number is
    /// recorded and becomes the lower bound.
    mutating func integer(_ name: String, in range: ClosedRange<Int>, standard: Int?) -> Int {
        let value = value(name)
        if value == nil, let standard { return standard }
        if case .number(let number)? = value, let integer = Int(exactly: number), range.contains(integer) {
            return integer
        }
        record(
            .schema, name, "A whole number from \(range.lowerBound) to \(range.upperBound) is expected.",
            "Correct the number.")
        return range.lowerBound
    }

    /// Marks the remaining fields as known without reading them.
    mutating func ignoreRemainingFields() { wasRead = wasRead.map { _ in true } }

    /// Records fields that no caller requested: a typing error or a newer format.
    mutating func finish() {
        for (field, wasRead) in zip(fields, wasRead) where !wasRead {
            let name = Folding.printable(field.name)
            record(
                .unknownField, name, "The field “\(name)” is not part of the format.",
                "Check its spelling, or remove it.", severity: .warning)
        }
    }

    /// Returns trimmed text in normal form C, within the limit and free of control characters.
    private mutating func validated(_ text: String, _ name: String, limit: Int) -> String {
        if TextForm.isPrintableASCII(text), text.utf8.count <= limit, text.utf8.first != 0x20, text.utf8.last != 0x20 {
            return text
        }
        if text.unicodeScalars.count > limit {
            record(.schema, name, "The text is longer than \(limit) characters.", "Shorten it.")
            return ""
        }
        if TextForm.hasControls(text) {
            record(.controlCharacter, name, "The text holds a control or invisible character.", "Remove it.")
            return ""
        }
        if text.utf8.first == 0x20 || text.utf8.last == 0x20 {
            record(.schema, name, "The text begins or ends with a space.", "Remove the space.", severity: .warning)
        }
        guard Hangul.isComposed(text) else {
            record(
                .notComposed, name, "The text is not in normal form C.", "Store it composed (NFC).", severity: .warning)
            return NormalForm.composed(text)
        }
        return text
    }
}
