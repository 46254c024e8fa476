/// A function, an initializer or a subscript in a file.
struct FunctionDeclaration {
    /// The function name, `init` or `subscript`.
    let name: String
    /// The line of its keyword, counted from 1.
    let line: Int
    let parameterCount: Int
    /// The number of lines from its keyword to its last brace; 1 without a body.
    let lineCount: Int
}

extension SourceFile {
    /// All declarations with parameters, in file order.
    var functions: [FunctionDeclaration] {
        wordsOfLines.enumerated().flatMap { index, words in
            words.compactMap { word in
                guard ["func", "init", "subscript"].contains(word) else { return nil }
                var reader = SignatureReader(behind: word)
                return reader.read(keyword: word, line: index + 1)
            }
        }
    }
}

/// Reads the parameters and the body after the keyword of a declaration.
private struct SignatureReader {
    private let text: Substring.UTF8View
    private var at: Substring.Index
    private let isCall: Bool
    private var lines = 1

    init(behind keyword: Substring) {
        text = Substring(keyword.base).utf8
        at = keyword.endIndex
        // `.init(…)` is a call.
        isCall =
            keyword.startIndex > text.startIndex && text[text.index(before: keyword.startIndex)] == UInt8(ascii: ".")
    }

    mutating func read(keyword: Substring, line: Int) -> FunctionDeclaration? {
        guard !isCall, let name = name(keyword), byte == UInt8(ascii: "(") else { return nil }
        let parameterCount = list()
        let hasBody = findBody()
        if hasBody { skip(from: "{", to: "}") }
        return FunctionDeclaration(
            name: name, line: line, parameterCount: parameterCount, lineCount: hasBody ? lines : 1)
    }

    private var byte: UInt8? { at < text.endIndex ? text[at] : nil }

    private mutating func advance() {
        if byte == UInt8(ascii: "\n") { lines += 1 }
        at = text.index(after: at)
    }

    private mutating func skipSpace() {
        while byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") { advance() }
    }

    /// Reads the name and skips the generic parameters up to the parenthesis.
    private mutating func name(_ keyword: Substring) -> String? {
        var name = keyword
        if keyword == "func" {
            skipSpace()
            let begin = at
            let isWord = byte.map { SwiftCode.isPartOfWord($0) || $0 == UInt8(ascii: "`") } ?? false
            while let byte, byte != UInt8(ascii: "("), byte != UInt8(ascii: " "), !isWord || byte != UInt8(ascii: "<") {
                advance()
            }
            name = Substring(text[begin..<at])
            skipSpace()
        } else if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "!") {
            advance()
        }
        if byte == UInt8(ascii: "<") { skip(from: "<", to: ">") }
        return name.isEmpty ? nil : String(name)
    }

    /// Skips a bracketed part. The `>` of an arrow closes nothing.
    private mutating func skip(from open: Unicode.Scalar, to close: Unicode.Scalar) {
        var depth = 0
        var last: UInt8 = 0
        while let byte {
            depth += byte == UInt8(ascii: open) ? 1 : byte == UInt8(ascii: close) && last != UInt8(ascii: "-") ? -1 : 0
            last = byte
            advance()
            if depth == 0 { return }
        }
    }

    /// Skips the parameter list and returns the number of parameters.
    private mutating func list() -> Int {
        var depth = 0
        var commas = 0
        var isEmpty = true
        var last: UInt8 = 0
        while let byte {
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "<") where SwiftCode.isPartOfWord(last): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: ">") where depth > 1 && last != UInt8(ascii: "-") && last != UInt8(ascii: " "): depth -= 1
            case UInt8(ascii: ",") where depth == 1: commas += 1
            case UInt8(ascii: " "), UInt8(ascii: "\n"): break
            default: isEmpty = false
            }
            last = byte
            advance()
            if depth == 0 { break }
        }
        return isEmpty ? 0 : commas + 1
    }

    /// Moves to the brace of the body. A line without a continuation of the signature has no body.
    private mutating func findBody() -> Bool {
        var depth = 0
        var last: UInt8 = 0
        while let byte {
            switch byte {
            case UInt8(ascii: "{") where depth == 0: return true
            case UInt8(ascii: "}"), UInt8(ascii: ";"): return false
            case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\n") where depth <= 0:
                skipSpace()
                let goesOn = ["{", "->", "where", "throws", "async"].contains { text[at...].starts(with: $0.utf8) }
                guard goesOn || last == UInt8(ascii: ",") else { return false }
                continue
            default: break
            }
            if byte != UInt8(ascii: " ") { last = byte }
            advance()
        }
        return false
    }
}
