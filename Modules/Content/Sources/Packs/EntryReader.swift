import Kernel
import Korean

/// Reads the fields of one JSON object and notes everything that is wrong with it.
struct EntryReader {
    static let nameLimit = 200
    static let noteLimit = 2000
    static let listLimit = 64

    let file: String
    var entry: String
    /// In a row: an entry has few fields, and comparing them costs less than hashing them.
    private let fields: [PackField]
    private var isAsked: [Bool]
    private(set) var findings: [Finding] = []

    /// Whether something is so wrong that the entry cannot be used.
    var isBroken: Bool { findings.contains { $0.severity == .error } }

    init(file: String, entry: String, value: PackValue) {
        self.file = file
        self.entry = entry
        guard case .object(let fields) = value else {
            (self.fields, isAsked) = ([], [])
            note(.schema, "", "An object is expected, not \(value.kind).", "Write { … } with the fields of the format.")
            return
        }
        (self.fields, isAsked) = (fields, [Bool](repeating: false, count: fields.count))
    }

    mutating func note(
        _ rule: Finding.Rule, _ field: String, _ sentence: String, _ advice: String, severity: Finding.Severity = .error
    ) {
        let place = Finding(
            file: file, entry: entry, field: field, severity: severity, rule: rule, sentence: sentence, advice: advice)
        findings.append(place)
    }

    mutating func value(_ name: String) -> PackValue? {
        // A loop, as every field of every entry passes here at each start.
        var place = 0
        while place < fields.count {
            if fields[place].name == name {
                isAsked[place] = true
                return fields[place].value
            }
            place += 1
        }
        return nil
    }

    /// The text of a field; empty text counts as missing.
    mutating func text(_ name: String, isRequired: Bool = true, limit: Int = nameLimit) -> String {
        switch value(name) {
        case .string(let text):
            if text.isEmpty, isRequired { break }
            return checked(text, name, limit: limit)
        case nil:
            break
        case .some(let other):
            note(.schema, name, "Text is expected, not \(other.kind).", "Put it in quotes.")
            return ""
        }
        if isRequired { note(.schema, name, "The field “\(name)” is missing.", "Add it.") }
        return ""
    }

    mutating func texts(_ name: String) -> [String] {
        guard let value = value(name) else { return [] }
        guard case .array(let items) = value, items.count <= Self.listLimit else {
            note(.schema, name, "A list of at most \(Self.listLimit) texts is expected.", "Write [\"…\", \"…\"].")
            return []
        }
        return items.compactMap { item in
            guard case .string(let text) = item, !text.isEmpty else {
                note(
                    .schema, name, "The list holds \(item.kind) where text is expected.",
                    "Put each item in quotes and leave none empty.")
                return nil
            }
            return checked(text, name, limit: Self.nameLimit)
        }
    }

    mutating func integer(_ name: String, in range: ClosedRange<Int>, standard: Int?) -> Int {
        let value = value(name)
        if value == nil, let standard { return standard }
        if case .number(let number)? = value, let whole = Int(exactly: number), range.contains(whole) { return whole }
        note(.schema, name, "A whole number from \(range.lowerBound) to \(range.upperBound) is expected.", "Correct the number.")
        return range.lowerBound
    }

    /// The fields that were not asked for yet are not read any more, and are no strangers for that.
    mutating func leaveRest() { isAsked = isAsked.map { _ in true } }

    /// Notes fields nobody asked for: a slip of the pen, or a newer format.
    mutating func finish() {
        for (field, isAsked) in zip(fields, isAsked) where !isAsked {
            let name = Folding.shown(field.name)
            note(
                .unknownField, name, "The field “\(name)” is not part of the format.",
                "Check its spelling, or remove it.", severity: .warning)
        }
    }

    /// Text within the limit, free of control characters, in normal form C, without space at its ends.
    private mutating func checked(_ text: String, _ name: String, limit: Int) -> String {
        if TextForm.isPrintableASCII(text), text.utf8.count <= limit, text.utf8.first != 0x20, text.utf8.last != 0x20 {
            return text
        }
        if text.unicodeScalars.count > limit {
            note(.schema, name, "The text is longer than \(limit) characters.", "Shorten it.")
            return ""
        }
        if TextForm.hasControls(text) {
            note(.controlCharacter, name, "The text holds a control or invisible character.", "Remove it.")
            return ""
        }
        if text.utf8.first == 0x20 || text.utf8.last == 0x20 {
            note(.schema, name, "The text begins or ends with a space.", "Remove the space.", severity: .warning)
        }
        guard Hangul.isComposed(text) else {
            note(.notComposed, name, "The text is not in normal form C.", "Store it composed (NFC).", severity: .warning)
            return NormalForm.composed(text)
        }
        return text
    }
}
