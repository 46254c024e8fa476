/// A text that stands in a source file.
public struct SourcePhrase: Hashable, Sendable {
    /// From 1.
    public let line: Int
    /// The English with numbered places, as a phrase made there has it.
    public let key: String
    /// Whether it looks as if people were to read it; the rest may be names, keys and words of commands.
    public let isForPeople: Bool
    /// Whether it is put together with another text by `+`, or has words of its own within a place: no other language can say that as a whole.
    public let isGlued: Bool
}

/// Finds the texts in Swift sources, by reading them as text. One for people has a blank between words, or begins with a capital.
public struct PhraseFinder {
    private let bytes: [UInt8]
    private var place = 0
    private var line = 1
    private var found: [SourcePhrase] = []
    /// The labels of the lists that are open here: `examples` in `examples: [`.
    private var lists: [String] = []

    /// All literals of a source file, in their order; paragraphs of a literal over several lines one by one.
    public static func phrases(in source: String) -> [SourcePhrase] {
        var finder = PhraseFinder(bytes: Array(source.utf8))
        finder.code(until: nil)
        return finder.found
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private func at(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard place + count <= bytes.count else { return false }
        return text.withUTF8Buffer { $0.elementsEqual(bytes[place..<(place + count)]) }
    }

    private mutating func step() {
        if bytes[place] == 0x0A { line += 1 }
        place += 1
    }

    /// Reads code up to its end, or up to the parenthesis that closes a place in a literal.
    private mutating func code(until isNested: Void?) {
        var depth = 0
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "/") where at("//"): while place < bytes.count, bytes[place] != 0x0A { place += 1 }
            case UInt8(ascii: "/") where at("/*"): while place < bytes.count, !at("*/") { step() }
            case UInt8(ascii: "#") where at("#\""):
                place += 2
                while place < bytes.count, !at("\"#") { step() }
                place = min(place + 2, bytes.count)
            case UInt8(ascii: "\""): literal(isNested: isNested != nil)
            case UInt8(ascii: "["):
                lists.append(name(endingBefore: place, behind: ":"))
                place += 1
            case UInt8(ascii: "]"):
                _ = lists.popLast()
                place += 1
            case UInt8(ascii: "("):
                depth += 1
                place += 1
            case UInt8(ascii: ")"):
                place += 1
                if isNested != nil, depth == 0 { return }
                depth -= 1
            default: step()
            }
        }
    }

    private mutating func literal(isNested: Bool) {
        let (start, first) = (place, line)
        let isCounted = ["counted", "many"].contains(call(of: start))
        // What is typed is no text, and what is counted is said with its figure.
        let isApart = isTyped(at: start) || isCounted
        let isNested = isNested && !isCounted
        let isLong = at("\"\"\"")
        place += isLong ? 3 : 1
        var text: [UInt8] = []
        var (places, count) = (0, found.count)
        while place < bytes.count, isLong ? !at("\"\"\"") : bytes[place] != UInt8(ascii: "\"") {
            if at("\\(") {
                place += 2
                let before = found.count
                code(until: ())
                places += 1
                text += Array("{\(places)}".utf8)
                count = min(count, before)
            } else if bytes[place] == UInt8(ascii: "\\"), place + 1 < bytes.count {
                text += PhraseFinder.escape(bytes[place + 1])
                place += 1
                step()
            } else {
                text.append(bytes[place])
                step()
            }
        }
        let inner = found[count...].contains { $0.line >= first && $0.isForPeople }
        place = min(place + (isLong ? 3 : 1), bytes.count)
        let isJoined = follows("+", from: place, by: 1) || follows("+", from: start - 1, by: -1)
        let paragraphs = isLong ? PhraseFinder.paragraphs(text) : [String(decoding: text, as: UTF8.self)]
        for key in paragraphs.map(\.withoutOuterSpaces) where !key.isEmpty {
            let isForPeople = !isApart && PhraseFinder.isForPeople(key)
            let isGlued = isForPeople && (isNested || inner || isJoined)
            found.append(SourcePhrase(line: first, key: key, isForPeople: isForPeople, isGlued: isGlued))
        }
    }

    // MARK: - Around a literal

    /// Whether a literal is a command that is typed: the name of one, an example, what is worth typing next.
    private func isTyped(at start: Int) -> Bool {
        let call = name(endingBefore: start, behind: "(")
        if call == "Command" || call == "Example" { return true }
        return lists.contains { ["next", "commands"].contains($0) } || (lists.last == "examples" && call == "init")
    }

    /// The function whose argument a literal is, in the same line: `counted` in `counted(n, "word")`.
    private func call(of start: Int) -> String {
        var (place, depth) = (start - 1, 0)
        while bytes.indices.contains(place), bytes[place] != 0x0A {
            if bytes[place] == UInt8(ascii: ")") { depth += 1 }
            if bytes[place] == UInt8(ascii: "(") {
                if depth == 0 { return name(endingBefore: place + 1, behind: "(") }
                depth -= 1
            }
            place -= 1
        }
        return ""
    }

    /// The name that stands before a sign, which stands right before a place: `next` before `: [`.
    private func name(endingBefore start: Int, behind sign: Unicode.Scalar) -> String {
        var place = start - 1
        func skip() { while bytes.indices.contains(place), bytes[place] == 0x20 || bytes[place] == 0x0A { place -= 1 } }
        skip()
        guard bytes.indices.contains(place), UInt32(bytes[place]) == sign.value else { return "" }
        place -= 1
        skip()
        let end = place + 1
        while bytes.indices.contains(place), bytes[place].isLetter { place -= 1 }
        return String(decoding: bytes[(place + 1)..<end], as: UTF8.self)
    }

    // MARK: - Texts

    private static func escape(_ byte: UInt8) -> [UInt8] {
        switch byte {
        case UInt8(ascii: "n"): [0x0A]
        case UInt8(ascii: "t"): [0x09]
        case 0x0A: []
        default: [byte]
        }
    }

    private func follows(_ sign: Unicode.Scalar, from start: Int, by step: Int) -> Bool {
        var place = start
        while bytes.indices.contains(place), bytes[place] == 0x20 || bytes[place] == 0x0A { place += step }
        return bytes.indices.contains(place) && UInt32(bytes[place]) == sign.value
    }

    private static func paragraphs(_ text: [UInt8]) -> [String] {
        String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map {
            String($0).withoutOuterSpaces
        }.split(separator: "").map { lines in
            lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
        }
    }

    /// Whether people would read it: words with a blank between them, or one that begins with a capital and goes on in small letters.
    private static func isForPeople(_ key: String) -> Bool {
        guard key.utf8.count <= 2000, !isForPrograms(key) else { return false }
        let words = Places.split(key).literals.joined(separator: " ").split { !$0.isLetter && $0 != "'" && $0 != "’" }
        if words.count > 1 { return key.contains(" ") && words.contains { $0.count > 1 && $0.allSatisfy(\.isLowercase) } }
        guard let word = words.first, word.count > 1, !key.contains("_") else { return false }
        return word.first?.isUppercase == true && word.dropFirst().allSatisfy(\.isLowercase) && !key.contains("/")
    }

    /// Whether it is written for a program: a query, a tag, a header of a message, a line of settings or of a manual page.
    private static func isForPrograms(_ key: String) -> Bool {
        let first = key.prefix { $0 != " " }
        if queries.contains(String(first)), key.contains(" ") { return true }
        if key.contains("\n") || key.contains("=\"") || (key.contains("{ ") && key.contains(";")) { return true }
        if first.hasPrefix("."), first.utf8.count < 5, first.dropFirst().first?.isUppercase == true { return true }
        if first.hasSuffix(":"), first.contains("-"), first.first?.isUppercase == true { return true }
        let word = key.prefix { $0.isLetter }
        if !word.isEmpty, key.dropFirst(word.count).first == "=" { return true }
        return zip(key, key.dropFirst()).contains {
            $0 == "<" && ($1.isLetter || $1 == "/" || $1 == "!") && key.contains(">") || $0 == "/" && $1 == ">"
        }
            || key.hasPrefix("<")
    }

    private static let queries: Set<String> = [
        "SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "DROP", "ALTER", "PRAGMA", "BEGIN", "COMMIT", "GRANT", "REVOKE", "SET",
        "WITH",
        "WHERE", "AND", "ORDER", "LISTEN", "NOTIFY", "ROLLBACK", "SAVEPOINT", "RELEASE", "VACUUM", "ATTACH", "EXPLAIN", "LOCK",
        "VALUES",
    ]
}
