/// Separates Swift code from comments and string literals, which become spaces. Interpolated
/// expressions stay, because they run. Regex literals count as code; a quote in one blanks at most
/// its own line.
struct SwiftCode {
    private let bytes: [UInt8]
    private var output: [UInt8] = []
    private var at = 0

    /// Returns the text with the same lines and only its code.
    static func blanked(_ text: String) -> String {
        var scanner = SwiftCode(bytes: Array(text.utf8))
        scanner.code(untilParenthesis: false)
        return String(decoding: scanner.output, as: UTF8.self)
    }

    /// Returns the words of a line of code: names, keywords and numbers.
    static func words(of line: Substring) -> [Substring] {
        var words: [Substring] = []
        let bytes = line.utf8
        var start: Substring.Index?
        for at in bytes.indices {
            if isPartOfWord(bytes[at]) {
                start = start ?? at
            } else if let begun = start {
                words.append(line[begun..<at])
                start = nil
            }
        }
        if let start { words.append(line[start...]) }
        return words
    }

    /// Whether a byte belongs to a name. All non-ASCII bytes do.
    static func isPartOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
        output.reserveCapacity(bytes.count)
    }

    private func starts(_ text: StaticString, at offset: Int = 0) -> Bool {
        let count = text.utf8CodeUnitCount
        guard at + offset + count <= bytes.count else { return false }
        return (0..<count).allSatisfy { bytes[at + offset + $0] == text.utf8Start[$0] }
    }

    private mutating func keep(_ count: Int = 1) {
        output += bytes[at..<min(at + count, bytes.count)]
        at += count
    }

    private mutating func blank(_ count: Int = 1) {
        for byte in bytes[at..<min(at + count, bytes.count)] {
            output.append(byte == UInt8(ascii: "\n") ? byte : UInt8(ascii: " "))
        }
        at += count
    }

    private mutating func code(untilParenthesis: Bool) {
        var depth = 0
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "/") where starts("//"): lineComment()
            case UInt8(ascii: "/") where starts("/*"): blockComment()
            case UInt8(ascii: "\""): string(hashes: 0)
            case UInt8(ascii: "#"): hash()
            case UInt8(ascii: "("):
                depth += 1
                keep()
            case UInt8(ascii: ")"):
                if untilParenthesis, depth == 0 { return }
                depth -= 1
                keep()
            default: keep()
            }
        }
    }

    private mutating func lineComment() {
        while at < bytes.count, bytes[at] != UInt8(ascii: "\n") { blank() }
    }

    private mutating func blockComment() {
        var depth = 0
        while at < bytes.count {
            if starts("/*") {
                depth += 1
                blank(2)
            } else if starts("*/") {
                depth -= 1
                blank(2)
                if depth == 0 { return }
            } else {
                blank()
            }
        }
    }

    private mutating func hash() {
        var hashes = 0
        while at + hashes < bytes.count, bytes[at + hashes] == UInt8(ascii: "#") { hashes += 1 }
        let isString = starts("\"", at: hashes)
        keep(hashes)
        if isString { string(hashes: hashes) }
    }

    private func hashes(_ count: Int, at offset: Int) -> Bool {
        at + offset + count <= bytes.count && (0..<count).allSatisfy { bytes[at + offset + $0] == UInt8(ascii: "#") }
    }

    private mutating func string(hashes: Int) {
        let quotes = starts("\"\"\"") ? 3 : 1
        keep(quotes)
        while at < bytes.count {
            if bytes[at] == UInt8(ascii: "\n"), quotes == 1 { return }
            if quotes == 3 ? starts("\"\"\"") : starts("\""), self.hashes(hashes, at: quotes) {
                return keep(quotes + hashes)
            }
            guard bytes[at] == UInt8(ascii: "\\"), self.hashes(hashes, at: 1) else {
                blank()
                continue
            }
            if starts("(", at: 1 + hashes) { interpolation(hashes) } else { blank(2 + hashes) }
        }
    }

    private mutating func interpolation(_ hashes: Int) {
        blank(1 + hashes)
        keep()
        code(untilParenthesis: true)
        keep()
    }
}
