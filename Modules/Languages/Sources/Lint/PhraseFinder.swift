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
    /// In which of its places a list stands, put together by `listed`.
    public let lists: Set<Int>
    /// Whether it is the name of a command, where one is made.
    let isCommand: Bool
    /// Whether it is a word that a condition chooses.
    fileprivate let isChoice: Bool
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
        let maker = name(endingBefore: start, behind: "(")
        // What is typed is no text, and what is counted is said with its figure.
        let isApart = isTyped(at: start) || isCounted
        let isNested = isNested && !isCounted
        let isLong = at("\"\"\"")
        place += isLong ? 3 : 1
        var text: [UInt8] = []
        var (places, count) = (0, found.count)
        var lists: Set<Int> = []
        while place < bytes.count, isLong ? !at("\"\"\"") : bytes[place] != UInt8(ascii: "\"") {
            if at("\\(") {
                place += 2
                let before = found.count
                places += 1
                if at("listed(") { lists.insert(places) }
                code(until: ())
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
        let inner = found[count...].contains { $0.line >= first && ($0.isForPeople || $0.isChoice) }
        let isChoice = isNested && follows("?", from: start - 1, by: -1)
        place = min(place + (isLong ? 3 : 1), bytes.count)
        let isJoined = follows("+", from: place, by: 1) || follows("+", from: start - 1, by: -1)
        let paragraphs = isLong ? PhraseFinder.paragraphs(text) : [String(decoding: text, as: UTF8.self)]
        for text in paragraphs.map(\.withoutOuterSpaces) where !text.isEmpty {
            // What one of a list is called is filled into sentences.
            let isWord = maker == "Naming"
            let key = isWord ? Tongue.word + text : text
            let isForPeople = isWord || !isApart && PhraseFinder.isForPeople(key)
            let isGlued = isForPeople && (isNested || inner || isJoined)
            found.append(
                SourcePhrase(
                    line: first, key: key, isForPeople: isForPeople, isGlued: isGlued, lists: lists,
                    isCommand: maker == "Command", isChoice: isChoice && key.allSatisfy { $0.isLowercase || $0 == " " }))
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
        // `Naming<Feedback>(`
        if bytes.indices.contains(place), bytes[place] == UInt8(ascii: ">") {
            while bytes.indices.contains(place), bytes[place] != UInt8(ascii: "<"), bytes[place] != 0x0A { place -= 1 }
            place -= 1
        }
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

    /// Whether people would read it: words with a blank between them, one of which is in small letters behind its first; or one word that begins with a capital
    /// and goes on so.
    private static func isForPeople(_ key: String) -> Bool {
        guard key.utf8.count <= 2000, !ProgramText.isQuery(key), !ProgramText.isMarkup(key) else { return false }
        let words = Places.split(key).literals.joined(separator: " ").split { !$0.isLetter && $0 != "'" && $0 != "’" }
        if words.count > 1 {
            return key.contains(" ") && words.contains { $0.count > 1 && $0.dropFirst().allSatisfy(\.isLowercase) }
        }
        guard let word = words.first, word.count > 1, !key.contains("_") else { return false }
        return word.first?.isUppercase == true && word.dropFirst().allSatisfy(\.isLowercase) && !key.contains("/")
    }
}
