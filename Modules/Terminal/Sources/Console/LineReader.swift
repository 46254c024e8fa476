/// Cuts lines out of bytes as they come. Invalid UTF-8 is repaired with U+FFFD.
struct LineReader {
    /// Bytes of a line that are kept; what is longer is cut off.
    static let longestLine = 1 << 20
    private var buffer: [UInt8] = []
    private var start = 0

    /// The next line without its end (`\n` or `\r\n`), or nil at the end of the input.
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
            (buffer, start) = (more(), 0)
            isAtEnd = buffer.isEmpty
        }
        return line.isEmpty ? nil : text(line)
    }

    /// What was read and is in no line yet.
    mutating func takeRest() -> [UInt8] {
        defer { (buffer, start) = ([], 0) }
        return Array(buffer[start...])
    }

    /// Puts back what somebody else has read; enter was not made a line's end there.
    mutating func put(back bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        (buffer, start) = (bytes.map { $0 == 0x0D ? 0x0A : $0 } + buffer[start...], 0)
    }

    private func append(_ bytes: ArraySlice<UInt8>, to line: inout [UInt8]) {
        line += bytes.prefix(LineReader.longestLine - line.count)
    }

    private func text(_ line: [UInt8]) -> String {
        String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...], as: UTF8.self)
    }
}
