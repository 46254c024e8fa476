import Kernel

/// The sentences of one language, as a file of plain text says them. Read whole and judged: what is wrong falls back to English and is a finding.
///
///     language: es
///     name: español
///     state: machine
///
///     = Added {1} ({2}).
///     > Se añadió {1} ({2}).
///
///     = {1} words
///     >one {1} palabra
///     >other {1} palabras
///
/// A line `~ same` behind a key says that the language says it as English does, `~ reviewed` that a person has read it. `#` begins a remark.
public struct LanguagePack: Sendable {
    /// Something wrong with a pack.
    public struct Finding: Hashable, Sendable {
        /// The file of a pack of several; empty for a pack of one.
        public internal(set) var file = ""
        /// From 1.
        public let line: Int
        /// What is wrong, as a sentence.
        public let sentence: String

        /// `Shared.strings, line 7`.
        public var place: String { file.isEmpty ? "line \(line)" : "\(file), line \(line)" }
    }

    /// One sentence.
    public struct Entry: Hashable, Sendable {
        /// The English with numbered places.
        public let key: String
        /// What is said, by the form that a number asks for; `other` alone where nothing is counted.
        public internal(set) var forms: [PluralForm: String] = [:]
        /// Whether the language says it as English does, on purpose.
        public internal(set) var isSame = false
        /// Whether a person who speaks the language has read it.
        public internal(set) var isReviewed = false
        let line: Int
        /// The file of a pack of several, as findings have it.
        public internal(set) var file = ""

        var place: String { file.isEmpty ? "line \(line)" : "\(file), line \(line)" }
    }

    /// The tag of the language; empty where the file does not say.
    public private(set) var tag = ""
    /// What the language calls itself.
    public private(set) var name = ""
    /// Whether its sentences were made by a machine unless marked otherwise.
    public private(set) var isMachineMade = true
    /// The sentences that can be used, in the order of their keys.
    public internal(set) var entries: [Entry] = []
    /// What is wrong.
    public internal(set) var findings: [Finding] = []

    /// A pack has at most so many bytes.
    public static let mostBytes = 4_000_000
    /// A line has at most so many bytes.
    public static let longestLine = 4000
    /// A pack has at most so many sentences.
    public static let mostEntries = 40_000

    /// Reads a pack; never fails, but may have nothing but findings.
    public init(_ bytes: [UInt8]) {
        guard bytes.count <= Self.mostBytes else {
            note(0, "The file is larger than \(Self.mostBytes) bytes.")
            return
        }
        var read: [Entry] = []
        var number = 0
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            number += 1
            guard read.count <= Self.mostEntries else {
                note(number, "There are more than \(Self.mostEntries) sentences.")
                break
            }
            guard line.count <= Self.longestLine else {
                note(number, "The line is longer than \(Self.longestLine) bytes.")
                continue
            }
            guard let text = String(validating: line, as: UTF8.self) else {
                note(number, "The line is not UTF-8.")
                continue
            }
            take(text.last == "\r" ? String(text.dropLast()) : text, number, &read)
        }
        if Language(tag)?.tag != tag || tag.isEmpty { note(1, "The pack does not say which language it is: language: es") }
        entries = judged(read)
    }

    /// The usable sentences as a table is searched in.
    public var bytes: [UInt8] { Array(text.utf8) }

    /// The pack as a file: its keys in order. Read again it is the same.
    public var text: String {
        let head = "language: \(tag)\nname: \(name)\nstate: \(isMachineMade ? "machine" : "reviewed")\n"
        return entries.reduce(into: head) { text, entry in
            text += "\n= \(entry.key)\n"
            for form in PluralForm.allCases {
                guard let said = entry.forms[form] else { continue }
                text += entry.forms.count == 1 && form == .other ? "> \(said)\n" : ">\(form.rawValue) \(said)\n"
            }
            if entry.isSame { text += "~ same\n" }
            if entry.isReviewed { text += "~ reviewed\n" }
        }
    }

    // MARK: - Reading

    private mutating func note(_ line: Int, _ sentence: String) {
        if findings.count < 1000 { findings.append(Finding(line: line, sentence: sentence)) }
    }

    private mutating func take(_ line: String, _ number: Int, _ read: inout [Entry]) {
        if line.isEmpty || line.hasPrefix("#") { return }
        guard !line.unicodeScalars.contains(where: \.isUnsafe) else {
            if line.hasPrefix("= ") { read.append(Entry(key: "", line: number)) }
            return note(number, "The line holds an escape code, a control character or a sign that turns text around.")
        }
        if line.hasPrefix("= ") { return read.append(Entry(key: String(line.dropFirst(2)), line: number)) }
        guard let last = read.indices.last else { return header(line, number) }
        if line == "~ same" { return read[last].isSame = true }
        if line == "~ reviewed" { return read[last].isReviewed = true }
        guard line.hasPrefix(">"), let blank = line.firstIndex(of: " ") else {
            return note(number, "The line is neither a key (“= ”) nor what is said (“> ”).")
        }
        let name = line[line.index(after: line.startIndex)..<blank]
        guard let form = name.isEmpty ? PluralForm.other : PluralForm(rawValue: String(name)) else {
            return note(number, "“\(name)” is no plural form: one, many or other.")
        }
        read[last].forms[form] = String(line[line.index(after: blank)...])
    }

    private mutating func header(_ line: String, _ number: Int) {
        let parts = line.split(separator: ":", maxSplits: 1).map { String($0).withoutOuterSpaces }
        switch (parts.first, parts.count) {
        case ("language", 2): tag = parts[1]
        case ("name", 2): name = parts[1]
        case ("state", 2) where ["machine", "reviewed"].contains(parts[1]): isMachineMade = parts[1] == "machine"
        default: note(number, "The line stands before the first key and says neither language, name nor state.")
        }
    }

    private mutating func judged(_ read: [Entry]) -> [Entry] {
        var kept: [String: Entry] = [:]
        for entry in read where !entry.key.isEmpty {
            if let trouble = trouble(with: entry) {
                note(entry.line, trouble)
            } else if kept[entry.key] != nil {
                note(entry.line, "The key stands there twice; the first counts.")
            } else {
                kept[entry.key] = entry
            }
        }
        return kept.values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }

    private func trouble(with entry: Entry) -> String? {
        guard !entry.forms.isEmpty else { return "Nothing is said for the key." }
        if entry.forms.count > 1 || entry.forms[.other] == nil {
            let missing = PluralRule(of: tag).needed.filter { entry.forms[$0] == nil }
            guard missing.isEmpty else {
                return "A plural form is missing: \(missing.map(\.rawValue).joined(separator: ", "))."
            }
        }
        let wanted = Places.numbers(in: entry.key).sorted()
        for (form, text) in entry.forms {
            guard !text.isEmpty else { return "Nothing is said for the key." }
            let found = Places.numbers(in: text).sorted()
            // “One card” need not say the figure.
            if found == wanted || (form == .one && Set(found).count == found.count && found == wanted.filter { $0 != 1 }) {
                continue
            }
            return "The places of the key and of what is said differ: \(Places.shown(wanted)), \(Places.shown(found))."
        }
        return nil
    }
}

extension Unicode.Scalar {
    /// Could move the cursor, hide text or turn it around.
    var isUnsafe: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xE0000...0xE0FFF:
            true
        default: false
        }
    }
}
