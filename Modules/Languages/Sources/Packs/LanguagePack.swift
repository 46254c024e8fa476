import Kernel

/// The sentences of one language from a plain text file. A pack is read and checked as a whole.
/// Invalid sentences become findings and fall back to English.
///
/// ```
/// language: es
/// name: español
/// state: machine
///
/// = Added {1} ({2}).
/// > Se añadió {1} ({2}).
///
/// = {1} words
/// >one {1} palabra
/// >other {1} palabras
/// ```
///
/// A line `~ same` after a key marks a text that equals English. `~ reviewed` marks one that a
/// person has reviewed. `#` begins a remark.
public struct LanguagePack: Sendable {
    /// A problem in a pack.
    public struct Finding: Hashable, Sendable {
        /// The file in a pack of several files, or an empty string.
        public internal(set) var file = ""
        /// The line, from 1.
        public let line: Int
        public let sentence: String

        /// The location: `Shared.strings, line 7`.
        public var place: String { file.isEmpty ? "line \(line)" : "\(file), line \(line)" }
    }

    /// A sentence with its translation.
    public struct Entry: Hashable, Sendable {
        public let key: String
        /// The translations by plural form. A text without a count has only `other`.
        public internal(set) var forms: [PluralForm: String] = [:]
        /// Whether the translation intentionally equals English.
        public internal(set) var isSame = false
        /// Whether a speaker of the language has reviewed the translation.
        public internal(set) var isReviewed = false
        package let line: Int
        /// The file in a pack of several files, as in findings.
        public internal(set) var file = ""

        package var place: String { file.isEmpty ? "line \(line)" : "\(file), line \(line)" }
    }

    /// The tag of the language, or an empty string if the file has none.
    public private(set) var tag = ""
    public private(set) var name = ""
    /// Whether sentences without a mark are machine-made.
    public private(set) var isMachineMade = true
    /// The valid sentences, sorted by key.
    public internal(set) var entries: [Entry] = []
    public internal(set) var findings: [Finding] = []

    /// The maximum size of a pack in bytes.
    public static let maximumBytes = 4_000_000
    /// The maximum length of a line in bytes.
    public static let longestLine = 4000
    /// The maximum number of sentences in a pack.
    public static let maximumEntries = 40_000

    public init(_ bytes: [UInt8]) {
        guard bytes.count <= Self.maximumBytes else {
            addFinding(0, "The file is larger than \(Self.maximumBytes) bytes.")
            return
        }
        var parsedEntries: [Entry] = []
        var number = 0
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            number += 1
            guard parsedEntries.count <= Self.maximumEntries else {
                addFinding(number, "There are more than \(Self.maximumEntries) sentences.")
                break
            }
            guard line.count <= Self.longestLine else {
                addFinding(number, "The line is longer than \(Self.longestLine) bytes.")
                continue
            }
            guard let text = String(validating: line, as: UTF8.self) else {
                addFinding(number, "The line is not UTF-8.")
                continue
            }
            parseLine(text.last == "\r" ? String(text.dropLast()) : text, number, &parsedEntries)
        }
        if Language(tag)?.tag != tag || tag.isEmpty {
            addFinding(1, "The pack does not say which language it is: language: es")
        }
        entries = validated(parsedEntries)
    }

    /// The valid sentences in the form that a table searches.
    public var bytes: [UInt8] { Array(text.utf8) }

    /// The pack as a file, with sorted keys. Reading it gives the same pack.
    public var text: String {
        let head = "language: \(tag)\nname: \(name)\nstate: \(isMachineMade ? "machine" : "reviewed")\n"
        return entries.reduce(into: head) { text, entry in
            text += "\n= \(entry.key)\n"
            for form in PluralForm.allCases {
                guard let translation = entry.forms[form] else { continue }
                text +=
                    entry.forms.count == 1 && form == .other
                    ? "> \(translation)\n" : ">\(form.rawValue) \(translation)\n"
            }
            if entry.isSame { text += "~ same\n" }
            if entry.isReviewed { text += "~ reviewed\n" }
        }
    }

    // MARK: - Reading

    private mutating func addFinding(_ line: Int, _ sentence: String) {
        if findings.count < 1000 { findings.append(Finding(line: line, sentence: sentence)) }
    }

    /// Parses a line into a new sentence or into the last one.
    private mutating func parseLine(_ line: String, _ number: Int, _ parsedEntries: inout [Entry]) {
        if line.isEmpty || line.hasPrefix("#") { return }
        guard !line.unicodeScalars.contains(where: \.isUnsafe) else {
            if line.hasPrefix("= ") { parsedEntries.append(Entry(key: "", line: number)) }
            return addFinding(
                number, "The line holds an escape code, a control character or a sign that turns text around.")
        }
        if line.hasPrefix("= ") { return parsedEntries.append(Entry(key: String(line.dropFirst(2)), line: number)) }
        guard let last = parsedEntries.indices.last else { return parseHeader(line, number) }
        if line == "~ same" { return parsedEntries[last].isSame = true }
        if line == "~ reviewed" { return parsedEntries[last].isReviewed = true }
        guard line.hasPrefix(">"), let blank = line.firstIndex(of: " ") else {
            return addFinding(number, "The line is neither a key (“= ”) nor what is said (“> ”).")
        }
        let name = line[line.index(after: line.startIndex)..<blank]
        guard let form = name.isEmpty ? PluralForm.other : PluralForm(rawValue: String(name)) else {
            return addFinding(number, "“\(name)” is no plural form: one, many or other.")
        }
        parsedEntries[last].forms[form] = String(line[line.index(after: blank)...])
    }

    /// Parses a line before the first sentence: `language`, `name` or `state`.
    private mutating func parseHeader(_ line: String, _ number: Int) {
        let parts = line.split(separator: ":", maxSplits: 1).map { String($0).withoutOuterSpaces }
        switch (parts.first, parts.count) {
        case ("language", 2): tag = parts[1]
        case ("name", 2): name = parts[1]
        case ("state", 2) where ["machine", "reviewed"].contains(parts[1]): isMachineMade = parts[1] == "machine"
        default: addFinding(number, "The line stands before the first key and says neither language, name nor state.")
        }
    }

    /// Returns the valid sentences, sorted by key, and adds findings about the others.
    private mutating func validated(_ parsedEntries: [Entry]) -> [Entry] {
        var valid: [String: Entry] = [:]
        for entry in parsedEntries where !entry.key.isEmpty {
            if let problem = problem(with: entry) {
                addFinding(entry.line, problem)
            } else if valid[entry.key] != nil {
                addFinding(entry.line, "The key occurs twice; the first one counts.")
            } else {
                valid[entry.key] = entry
            }
        }
        return valid.values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }

    /// Returns the reason that a sentence cannot be used, or nil.
    private func problem(with entry: Entry) -> String? {
        guard !entry.forms.isEmpty else { return "Nothing is said for the key." }
        if entry.forms.count > 1 || entry.forms[.other] == nil {
            let missing = PluralRule(of: tag).requiredForms.filter { entry.forms[$0] == nil }
            guard missing.isEmpty else {
                return "A plural form is missing: \(missing.map(\.rawValue).joined(separator: ", "))."
            }
        }
        let keyNumbers = Placeholders.numbers(in: entry.key).sorted()
        for (form, text) in entry.forms {
            guard !text.isEmpty else { return "Nothing is said for the key." }
            let textNumbers = Placeholders.numbers(in: text).sorted()
            // A text such as “One card” may omit the number.
            if textNumbers == keyNumbers
                || (form == .one && Set(textNumbers).count == textNumbers.count
                    && textNumbers == keyNumbers.filter { $0 != 1 })
            {
                continue
            }
            return
                "The places of the key and of what is said differ: \(Placeholders.shown(keyNumbers)), \(Placeholders.shown(textNumbers))."
        }
        return nil
    }
}

extension Unicode.Scalar {
    /// Whether the scalar could move the cursor, hide text or change its direction.
    var isUnsafe: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
            0xE0000...0xE0FFF:
            true
        default: false
        }
    }
}
