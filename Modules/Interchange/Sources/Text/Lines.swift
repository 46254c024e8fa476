import Kernel

/// An iterator over the numbered lines of a text, with either kind of line ending. Lines are copied
/// only on demand.
struct Lines {
    /// The maximum length of a line in bytes. A longer line is invalid in every form.
    static let longest = 1 << 20

    private let bytes: [UInt8]
    private var place: Int
    private(set) var number = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// Whether the next line begins with a blank and so continues the current one.
    var nextIsContinuation: Bool { place < bytes.count && (bytes[place] == 32 || bytes[place] == 9) }

    mutating func next() -> ArraySlice<UInt8>? {
        guard place < bytes.count else { return nil }
        let start = place
        let end = bytes.withUnsafeBytes { all -> Int in
            guard let base = all.baseAddress, let lineEnd = memchr(base + start, 10, all.count - start) else {
                return all.count
            }
            return base.distance(to: UnsafeRawPointer(lineEnd))
        }
        place = end + 1
        number = number + 1
        return bytes[start..<(end > start && bytes[end - 1] == 13 ? end - 1 : end)]
    }
}

extension ArraySlice<UInt8> {
    /// The line as text, or `nil` if it is too long or contains invalid characters.
    var text: String? {
        guard count <= Lines.longest, allSatisfy({ $0 >= 32 || $0 == 9 }) else { return nil }
        return String(validating: self, as: UTF8.self)
    }
}

extension String {
    /// Returns the string with some Unicode scalars replaced, each separately: `\r\n` counts as
    /// two.
    func replacingScalars(_ replacements: [Unicode.Scalar: String]) -> String {
        guard unicodeScalars.contains(where: { replacements[$0] != nil }) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if let replacement = replacements[scalar] {
                text += replacement
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }
}

/// A growing text buffer, because an export can make a hundred thousand small appends.
struct TextSink {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Appends a text as a JSON string.
    mutating func add(json text: String) {
        bytes.append(34)
        for byte in text.utf8 {
            switch byte {
            case 34, 92: bytes += [92, byte]
            case 10: add("\\n")
            case 9: add("\\t")
            case 13: add("\\r")
            case 0..<32: add("\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))")
            default: bytes.append(byte)
            }
        }
        bytes.append(34)
    }

    /// Appends texts as a JSON list.
    mutating func add(_ texts: [String]) {
        bytes.append(UInt8(ascii: "["))
        for (place, text) in texts.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            add(json: text)
        }
        bytes.append(UInt8(ascii: "]"))
    }
}
