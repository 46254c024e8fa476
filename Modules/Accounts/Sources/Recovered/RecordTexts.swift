import Kernel

/// The readable content of any record: texts and numbers with their names.
struct RecordTexts {
    /// A text with its name in words.
    struct Line {
        let name: String
        let text: String
    }

    private(set) var lines: [Line] = []

    /// The limits for one record. They bound the time that data from other devices can cost.
    private static let limits = (lines: 200, characters: 20_000, depth: 8)

    init() {}

    init(of record: StoredRecord) {
        guard let payload = record.payload, let value = try? JSONValue(payload) else { return }
        add(value, under: [], depth: 0)
    }

    private mutating func add(_ value: JSONValue, under names: [String], depth: Int) {
        guard depth < RecordTexts.limits.depth, lines.count < RecordTexts.limits.lines else { return }
        switch value {
        case .null: break
        case .bool(let isOn): append(isOn ? "yes" : "no", names)
        case .integer(let number): append(String(number), names)
        case .number(let number): append(String(number), names)
        case .string(let text): append(String(text.prefix(RecordTexts.limits.characters)), names)
        case .array(let values):
            let texts = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
            if texts.count == values.count {
                if !texts.isEmpty {
                    append(String(texts.joined(separator: ", ").prefix(RecordTexts.limits.characters)), names)
                }
            } else {
                for (place, element) in values.enumerated() {
                    add(element, under: names + ["\(place + 1)"], depth: depth + 1)
                }
            }
        case .object(let members):
            for (name, element) in members.sorted(by: { $0.key < $1.key }) where !(depth == 0 && name == "id") {
                add(element, under: names + [RecordTexts.words(of: name)], depth: depth + 1)
            }
        }
    }

    private mutating func append(_ text: String, _ names: [String]) {
        lines.append(Line(name: String(names.joined(separator: " ").prefix(60)), text: text))
    }

    /// Returns a property name as words. For example, `nextSteps` becomes "next steps".
    private static func words(of name: String) -> String {
        var words = ""
        for character in name {
            if character.isUppercase, let last = words.last, last.isLowercase { words.append(" ") }
            words.append(character)
        }
        return words.lowercased()
    }

    /// The record's title, or else the longest text that a user wrote.
    var line: String {
        let userWritten = lines.filter { line in !line.text.isEmpty && !line.isGenerated }
        let title = ["title", "name", "note", "text"].lazy.compactMap { name in userWritten.first { $0.name == name } }
            .first
        let text = (title ?? userWritten.max { $0.text.count < $1.text.count } ?? lines.first)?.text ?? ""
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.count > 60 ? words.prefix(59) + "…" : words
    }

    /// Returns the differences to another version. Generated texts are included only if nothing
    /// else differs.
    func differences(to other: RecordTexts) -> [TextDifference] {
        let names = (lines + other.lines).map(\.name).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        let ownTexts = texts
        let otherTexts = other.texts
        let allDifferences = names.compactMap { name in
            let lost = ownTexts[name] ?? ""
            let won = otherTexts[name] ?? ""
            return lost == won ? nil : TextDifference(name: name, lost: lost, won: won)
        }
        let userWritten = allDifferences.filter {
            !Line(name: $0.name, text: $0.lost).isGenerated || !Line(name: $0.name, text: $0.won).isGenerated
        }
        return userWritten.isEmpty ? allDifferences : userWritten
    }

    private var texts: [String: String] {
        Dictionary(lines.map { ($0.name, $0.text) }, uniquingKeysWith: { $0 + ", " + $1 })
    }
}

extension RecordTexts.Line {
    /// Whether the text is generated: an ID, a number, a time or a file path.
    fileprivate var isGenerated: Bool {
        !text.contains(where: \.isLetter) || Instant(text) != nil || Day(text) != nil
            || text.contains("/") && !text.contains(where: \.isWhitespace)
            || text.utf8.count >= 16
                && text.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0) || $0 == 45 }
    }
}
