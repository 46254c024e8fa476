import Kernel

/// What a person can read of a record whose kind does not matter: texts and figures under their names.
struct RecordTexts {
    /// A text under the words of its name.
    struct Line {
        let name: String
        let text: String
    }

    private(set) var lines: [Line] = []

    /// What one record may have: more is not shown, and nothing that came from elsewhere takes longer.
    private static let most = (lines: 200, characters: 20_000, depth: 8)

    /// Of nothing.
    init() {}

    /// Of a version; nothing of a deletion.
    init(of record: StoredRecord) {
        guard let payload = record.payload, let value = try? JSONValue(payload) else { return }
        add(value, under: [], depth: 0)
    }

    private mutating func add(_ value: JSONValue, under names: [String], depth: Int) {
        guard depth < RecordTexts.most.depth, lines.count < RecordTexts.most.lines else { return }
        switch value {
        case .null: break
        case .bool(let isOn): note(isOn ? "yes" : "no", names)
        case .integer(let number): note(String(number), names)
        case .number(let number): note(String(number), names)
        case .string(let text): note(String(text.prefix(RecordTexts.most.characters)), names)
        case .array(let values):
            let texts = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
            if texts.count == values.count {
                if !texts.isEmpty { note(String(texts.joined(separator: ", ").prefix(RecordTexts.most.characters)), names) }
            } else {
                for (place, one) in values.enumerated() { add(one, under: names + ["\(place + 1)"], depth: depth + 1) }
            }
        case .object(let members):
            for (name, one) in members.sorted(by: { $0.key < $1.key }) where !(depth == 0 && name == "id") {
                add(one, under: names + [RecordTexts.words(of: name)], depth: depth + 1)
            }
        }
    }

    private mutating func note(_ text: String, _ names: [String]) {
        lines.append(Line(name: String(names.joined(separator: " ").prefix(60)), text: text))
    }

    /// `nextSteps` is "next steps".
    private static func words(of name: String) -> String {
        var words = ""
        for character in name {
            if character.isUppercase, let last = words.last, last.isLowercase { words.append(" ") }
            words.append(character)
        }
        return words.lowercased()
    }

    /// A line of it: what it is called, else the longest of what somebody wrote.
    var line: String {
        let written = lines.filter { line in !line.text.isEmpty && !line.isOfMachine }
        let called = ["title", "name", "note", "text"].lazy.compactMap { name in written.first { $0.name == name } }.first
        let text = (called ?? written.max { $0.text.count < $1.text.count } ?? lines.first)?.text ?? ""
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.count > 60 ? words.prefix(59) + "…" : words
    }

    /// Where another version has something else; what nobody wrote only where that is all.
    func differences(to other: RecordTexts) -> [TextDifference] {
        let names = (lines + other.lines).map(\.name).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        let (mine, theirs) = (texts, other.texts)
        let all = names.compactMap { name in
            let (lost, won) = (mine[name] ?? "", theirs[name] ?? "")
            return lost == won ? nil : TextDifference(name: name, lost: lost, won: won)
        }
        let written = all.filter {
            !Line(name: $0.name, text: $0.lost).isOfMachine || !Line(name: $0.name, text: $0.won).isOfMachine
        }
        return written.isEmpty ? all : written
    }

    private var texts: [String: String] { Dictionary(lines.map { ($0.name, $0.text) }, uniquingKeysWith: { $0 + ", " + $1 }) }
}

extension RecordTexts.Line {
    /// Whether nobody wrote it: an identifier, a figure, a moment, the path of a file.
    fileprivate var isOfMachine: Bool {
        !text.contains(where: \.isLetter) || Instant(text) != nil || Day(text) != nil
            || text.contains("/") && !text.contains(where: \.isWhitespace)
            || text.utf8.count >= 16 && text.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0) || $0 == 45 }
    }
}
