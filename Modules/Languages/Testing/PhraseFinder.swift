import Languages

/// A text in a source file.
package struct SourcePhrase: Hashable, Sendable {
    /// The line, from 1.
    package let line: Int
    /// The English text with numbered placeholders, as in a `LocalizableText`.
    package let key: String
    /// Whether the text looks like displayed text. Others may be names, keys and command words.
    package let isForPeople: Bool
    /// Whether the text is concatenated by `+` or has words within a placeholder, which prevents
    /// translation as a whole.
    package let isGlued: Bool
    /// The placeholders that contain a list from `listed`.
    package let lists: Set<Int>
    /// Whether the text is the name in a command's declaration.
    let isCommand: Bool
    fileprivate let isChoice: Bool
}

/// A finder of texts in Swift sources. Displayed text has a blank between words or begins with a
/// capital.
package struct PhraseFinder {
    private let bytes: [UInt8]
    private var place = 0
    private var line = 1
    private var foundPhrases: [SourcePhrase] = []
    /// The labels of the lists open at this point: `examples` in `examples: [`.
    private var lists: [String] = []

    /// Returns all literals of a source file in order. The paragraphs of a multi-line literal are
    /// separate.
    package static func phrases(in source: String) -> [SourcePhrase] {
        var finder = PhraseFinder(bytes: Array(source.utf8))
        finder.code(until: nil)
        return finder.foundPhrases
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// Returns whether the source continues with a text.
    private func at(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard place + count <= bytes.count else { return false }
        return text.withUTF8Buffer { $0.elementsEqual(bytes[place..<(place + count)]) }
    }

    /// Moves to the next byte and counts the lines.
    private mutating func step() {
        if bytes[place] == 0x0A { line += 1 }
        place += 1
    }

    /// Reads code to its end, or to the parenthesis that closes an interpolation.
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

    /// Reads a literal with its interpolations, and adds its phrases.
    private mutating func literal(isNested: Bool) {
        let start = place
        let firstLine = line
        let isCounted = ["counted", "many"].contains(call(of: start))
        let callee = name(endingBefore: start, behind: "(")
        // Typed commands are not displayed text, and counted nouns are translated with their
        // number.
        let isProgramText = isTyped(at: start) || isCounted
        let isNested = isNested && !isCounted
        let isLong = at("\"\"\"")
        place += isLong ? 3 : 1
        var text: [UInt8] = []
        var places = 0
        var count = foundPhrases.count
        var lists: Set<Int> = []
        while place < bytes.count, isLong ? !at("\"\"\"") : bytes[place] != UInt8(ascii: "\"") {
            if at("\\(") {
                place += 2
                let countBefore = foundPhrases.count
                places += 1
                if at("listed(") { lists.insert(places) }
                code(until: ())
                text += Array("{\(places)}".utf8)
                count = min(count, countBefore)
            } else if bytes[place] == UInt8(ascii: "\\"), place + 1 < bytes.count {
                text += PhraseFinder.escape(bytes[place + 1])
                place += 1
                step()
            } else {
                text.append(bytes[place])
                step()
            }
        }
        let hasNestedPhrase = foundPhrases[count...].contains {
            $0.line >= firstLine && ($0.isForPeople || $0.isChoice)
        }
        let isChoice = isNested && follows("?", from: start - 1, by: -1)
        place = min(place + (isLong ? 3 : 1), bytes.count)
        let isJoined = follows("+", from: place, by: 1) || follows("+", from: start - 1, by: -1)
        let paragraphs = isLong ? PhraseFinder.paragraphs(text) : [String(decoding: text, as: UTF8.self)]
        for text in paragraphs.map(\.withoutOuterSpaces) where !text.isEmpty {
            // The name of a list item is filled into sentences.
            let isWord = callee == "RecordNaming"
            let key = isWord ? Translator.word + text : text
            let isForPeople = isWord || !isProgramText && PhraseFinder.isForPeople(key)
            let isGlued = isForPeople && (isNested || hasNestedPhrase || isJoined)
            foundPhrases.append(
                SourcePhrase(
                    line: firstLine, key: key, isForPeople: isForPeople, isGlued: isGlued, lists: lists,
                    isCommand: callee == "Command",
                    isChoice: isChoice && key.allSatisfy { $0.isLowercase || $0 == " " })
            )
        }
    }

    // MARK: - Around a literal

    /// Whether a literal is a typed command: a command's name, an example or a suggested next
    /// command.
    private func isTyped(at start: Int) -> Bool {
        let call = name(endingBefore: start, behind: "(")
        if call == "Command" || call == "Example" { return true }
        return lists.contains { ["next", "commands"].contains($0) } || (lists.last == "examples" && call == "init")
    }

    /// Returns the function with the literal as an argument on the same line: `counted` in
    /// `counted(n, "word")`.
    private func call(of start: Int) -> String {
        var place = start - 1
        var depth = 0
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

    /// Returns the name before a sign that precedes a position: `next` before `: [`.
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

    /// Returns the bytes that an escape such as `
    /// ` stands for.
    private static func escape(_ byte: UInt8) -> [UInt8] {
        switch byte {
        case UInt8(ascii: "n"): [0x0A]
        case UInt8(ascii: "t"): [0x09]
        case 0x0A: []
        default: [byte]
        }
    }

    /// Returns whether a sign is the next byte that is not blank, in one direction.
    private func follows(_ sign: Unicode.Scalar, from start: Int, by step: Int) -> Bool {
        var place = start
        while bytes.indices.contains(place), bytes[place] == 0x20 || bytes[place] == 0x0A { place += step }
        return bytes.indices.contains(place) && UInt32(bytes[place]) == sign.value
    }

    /// Returns the paragraphs of a multi-line literal, each on one line.
    private static func paragraphs(_ text: [UInt8]) -> [String] {
        String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map {
            String($0).withoutOuterSpaces
        }.split(separator: "").map { lines in
            lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
        }
    }

    /// Whether a text looks like displayed text.
    ///
    /// It either has words separated by blanks, with a lower-case one after the first, or is one
    /// capitalized word.
    private static func isForPeople(_ key: String) -> Bool {
        guard key.utf8.count <= 2000, !ProgramText.isQuery(key), !ProgramText.isMarkup(key) else { return false }
        let words = Placeholders.split(key).literals.joined(separator: " ").split {
            !$0.isLetter && $0 != "'" && $0 != "’"
        }
        if words.count > 1 {
            return key.contains(" ") && words.contains { $0.count > 1 && $0.dropFirst().allSatisfy(\.isLowercase) }
        }
        guard let word = words.first, word.count > 1, !key.contains("_") else { return false }
        return word.first?.isUppercase == true && word.dropFirst().allSatisfy(\.isLowercase) && !key.contains("/")
    }
}
