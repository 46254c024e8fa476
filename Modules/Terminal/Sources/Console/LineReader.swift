/// A reader that splits incoming bytes into lines and repairs invalid UTF-8 with U+FFFD.
struct LineReader {
    /// The maximum number of bytes in a line.
    ///
    /// Longer lines are truncated.
    static let longestLine = 1 << 20
    private var buffer: [UInt8] = []
    private var start = 0

    /// Returns the next line without its end (`\n` or `\r\n`), or nil at the end of the input.
    mutating func next(_ more: () -> [UInt8]) -> String? {
        var line: [UInt8] = []
        var isAtEnd = false
        while !isAtEnd {
            if let end = buffer[start...].firstIndex(of: UInt8(ascii: "\n")) {
                append(buffer[start..<end], to: &line)
                start = end + 1
                return text(line)
            }
            append(buffer[start...], to: &line)
            buffer = more()
            start = 0
            isAtEnd = buffer.isEmpty
        }
        return line.isEmpty ? nil : text(line)
    }

    /// Removes and returns the bytes that were read but belong to no line yet.
    mutating func takeRest() -> [UInt8] {
        defer { (buffer, start) = ([], 0) }
        return Array(buffer[start...])
    }

    /// Puts back bytes that another reader consumed.
    ///
    /// In those bytes Enter was not converted into a line end.
    mutating func put(back bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        buffer = bytes.map { $0 == 0x0D ? 0x0A : $0 } + buffer[start...]
        start = 0
    }

    private func append(_ bytes: ArraySlice<UInt8>, to line: inout [UInt8]) {
        line += bytes.prefix(LineReader.longestLine - line.count)
    }

    private func text(_ line: [UInt8]) -> String {
        String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...], as: UTF8.self)
    }
}
