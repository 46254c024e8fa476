import Kernel
import Sync

/// The format of a file in the shared folder.
///
/// Each line follows its checksum and length. The last line contains the number of lines, their
/// common checksum and the kind of file. A file without it is incomplete.
enum SegmentText {
    static let maximumSize = 128 << 20
    private static let newline = UInt8(ascii: "\n")
    private static let blank = UInt8(ascii: " ")

    /// Returns the text of a file: each line with its checksum, then the footer.
    static func write(_ bytes: [UInt8], called name: String) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + 256)
        var lineCount = 0
        for line in bytes.split(separator: newline, omittingEmptySubsequences: false) {
            append("\(line.count) ".utf8, line, to: &text)
            lineCount += 1
        }
        append("end \(lineCount) \(hex(bytes.syncChecksum)) \(name)".utf8, [], to: &text)
        return text
    }

    /// Returns the content of a file. Returns nil if it is incomplete or was written under another
    /// name.
    static func read(_ text: [UInt8], called name: String) -> [UInt8]? {
        guard let end = footer(text, called: name) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(end.start)
        var position = 0
        var lines = 0
        while position < end.start {
            guard let lineEnd = text[position..<end.start].firstIndex(of: newline),
                let line = checked(text[position..<lineEnd]),
                let space = line.prefix(12).firstIndex(of: blank),
                Int(ascii: line[..<space]) == line.endIndex - space - 1
            else { return nil }
            if lines > 0 { bytes.append(newline) }
            bytes += line[(space + 1)...]
            position = lineEnd + 1
            lines = lines + 1
        }
        return lines == end.lines && bytes.syncChecksum == end.checksum ? bytes : nil
    }

    /// Returns the last line's offset, the number of lines before it and their checksum.
    static func footer(_ text: [UInt8], called name: String) -> (start: Int, lines: Int, checksum: UInt32)? {
        guard text.last == newline else { return nil }
        let start = text.dropLast().lastIndex(of: newline).map { $0 + 1 } ?? 0
        guard let line = checked(text[start..<(text.count - 1)]) else { return nil }
        let words = String(decoding: line, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 4, words[0] == "end", let lines = Int(words[1]),
            let checksum = UInt32(words[2], radix: 16),
            words[3] == name
        else { return nil }
        return (start, lines, checksum)
    }

    /// Returns the first line of a file that may be incomplete.
    static func firstLine(_ text: [UInt8]) -> [UInt8]? {
        guard let lineEnd = text.firstIndex(of: newline), let line = checked(text[..<lineEnd]),
            let space = line.prefix(12).firstIndex(of: blank)
        else { return nil }
        return Array(line[(space + 1)...])
    }

    /// Appends one line with its checksum.
    private static func append(
        _ lineStart: some Collection<UInt8>, _ content: ArraySlice<UInt8>, to text: inout [UInt8]
    ) {
        let line = Array(lineStart) + content
        text += Array("\(hex(line.syncChecksum)) ".utf8) + line + [newline]
    }

    /// Returns a line's contents if its checksum is right.
    private static func checked(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard line.count > 9, line[line.startIndex + 8] == blank else { return nil }
        let content = line[(line.startIndex + 9)...]
        return Array(hex(Array(content).syncChecksum).utf8) == Array(line.prefix(8)) ? content : nil
    }

    private static func hex(_ checksum: UInt32) -> String {
        let digits = String(checksum, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}

extension Int {
    /// Parses at most eleven digits and nothing else.
    fileprivate init?(ascii digits: ArraySlice<UInt8>) {
        guard (1...11).contains(digits.count), digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
        self = digits.reduce(0) { $0 * 10 + Int($1 - 48) }
    }
}

/// A file name in a device's folder, for example `7-9.jsonl`. Other files, such as conflict copies
/// and drafts, are ignored.
struct SegmentName: Comparable {
    let first: Int
    let last: Int

    init(_ envelope: BatchEnvelope) {
        first = envelope.first
        last = envelope.last
    }

    init?(_ name: String) {
        guard name.hasSuffix(".jsonl") else { return nil }
        let parts = name.dropLast(6).split(separator: "-", omittingEmptySubsequences: false).map(Array.init(_:))
        let numbers = parts.compactMap { part in
            part.count <= 16 && part.allSatisfy { $0.isASCII && $0.isNumber } && part.first != "0"
                ? Int(String(part)) : nil
        }
        guard parts.count == 2, numbers.count == 2, numbers[0] >= 1, numbers[0] <= numbers[1] else { return nil }
        first = numbers[0]
        last = numbers[1]
    }

    var text: String { "\(first)-\(last).jsonl" }

    func overlaps(_ other: SegmentName) -> Bool { first <= other.last && other.first <= last }

    static func < (left: Self, right: Self) -> Bool { (left.first, left.last) < (right.first, right.last) }
}
