import Kernel

/// A table of text that another program has written: comma-separated values of any spreadsheet, in UTF-8 or UTF-16, with whatever separator.
///
/// Quoted fields may hold separators, line ends and doubled quotes. Every row says in which line it begins, so that a fault can be found.
public struct Sheet: Sendable {
    /// One row.
    public struct Row: Hashable, Sendable {
        /// The line in which it begins, from 1.
        public let line: Int
        /// What stands between its separators, without quotes.
        public let fields: [String]
    }

    /// Why something is no sheet.
    public enum Fault: Error, Hashable, Sendable {
        /// The bytes are neither UTF-8 nor UTF-16; the line in which they stop being so, where it is known.
        case notText(line: Int?)
        /// A quote is opened in this line and never closed.
        case openQuote(line: Int)
        /// There are more rows than are taken.
        case tooManyRows(limit: Int)
    }

    /// In their order; empty lines are left out.
    public let rows: [Row]
    /// What parts the fields.
    public let separator: Unicode.Scalar

    /// Reads a sheet.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8, or UTF-16 in either order, with or without a byte order mark.
    ///   - separator: what parts the fields; nil for the one of comma, semicolon, tab and bar that the first line has most of, or that a line
    ///     `sep=;` names.
    ///   - skipped: so many lines in front are not read.
    ///   - limit: so many rows are taken at most.
    public init(
        _ bytes: [UInt8], separator: Unicode.Scalar? = nil, skipping skipped: Int = 0, limit: Int = .max
    ) throws(Fault) {
        let text = try Sheet.utf8(bytes)
        var reader = Reader(text, skipped)
        self.separator = separator ?? reader.separator()
        rows = try reader.rows(UInt8(truncatingIfNeeded: self.separator.value), limit)
    }

    /// The text as UTF-8 without a mark in front.
    ///
    /// - Throws: `notText`.
    public static func utf8(_ bytes: [UInt8]) throws(Fault) -> [UInt8] {
        if bytes.starts(with: [0xFF, 0xFE]) { return try utf16(bytes.dropFirst(2), isLittle: true) }
        if bytes.starts(with: [0xFE, 0xFF]) { return try utf16(bytes.dropFirst(2), isLittle: false) }
        // Without a mark, every other byte of mostly Latin text is 0.
        let head = bytes.prefix(64)
        if head.count >= 4, bytes.count % 2 == 0 {
            let zeros = [0, 1].map { odd in head.enumerated().count { $0.offset % 2 == odd && $0.element == 0 } }
            if zeros[1] * 4 >= head.count, zeros[0] == 0 { return try utf16(bytes[...], isLittle: true) }
            if zeros[0] * 4 >= head.count, zeros[1] == 0 { return try utf16(bytes[...], isLittle: false) }
        }
        let plain = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        guard String(validating: plain, as: UTF8.self) != nil else { throw .notText(line: firstBadLine(plain)) }
        return plain
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, isLittle: Bool) throws(Fault) -> [UInt8] {
        let (low, high) = isLittle ? (0, 1) : (1, 0)
        let first = bytes.startIndex
        let units = (0..<bytes.count / 2).map { UInt16(bytes[first + $0 * 2 + low]) | UInt16(bytes[first + $0 * 2 + high]) << 8 }
        guard bytes.count % 2 == 0, let text = String(validating: units, as: UTF16.self) else { throw .notText(line: nil) }
        return Array(text.utf8)
    }

    private static func firstBadLine(_ bytes: [UInt8]) -> Int? {
        bytes.split(separator: 0x0A, omittingEmptySubsequences: false).firstIndex { String(validating: $0, as: UTF8.self) == nil }
            .map { $0 + 1 }
    }
}

private struct Reader {
    private static let (quote, lineFeed, carriageReturn) = (UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"))

    private let bytes: [UInt8]
    private var place = 0
    private var line = 1

    init(_ bytes: [UInt8], _ skipped: Int) {
        self.bytes = bytes
        for _ in 0..<skipped where place < bytes.count { skipLine() }
    }

    /// The separator that a first line names, or else the one that it has most of, outside quotes.
    mutating func separator() -> Unicode.Scalar {
        let first = bytes[place...].prefix { $0 != Reader.lineFeed && $0 != Reader.carriageReturn }
        if first.count == 5, first.starts(with: Array("sep=".utf8)), let named = first.last {
            skipLine()
            return Unicode.Scalar(named)
        }
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        for byte in first {
            if byte == Reader.quote { isQuoted.toggle() } else if !isQuoted { counts[byte, default: 0] += 1 }
        }
        let known = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }
        let best = known.max { (counts[$0] ?? 0, $1) < (counts[$1] ?? 0, $0) } ?? known[0]
        return Unicode.Scalar((counts[best] ?? 0) > 0 ? best : known[0])
    }

    mutating func rows(_ separator: UInt8, _ limit: Int) throws(Sheet.Fault) -> [Sheet.Row] {
        var rows: [Sheet.Row] = []
        while place < bytes.count {
            let start = line
            let fields = try row(separator)
            guard fields.count > 1 || !fields[0].allSatisfy(\.isWhitespace) else { continue }
            guard rows.count < limit else { throw .tooManyRows(limit: limit) }
            rows.append(Sheet.Row(line: start, fields: fields))
        }
        return rows
    }

    private mutating func row(_ separator: UInt8) throws(Sheet.Fault) -> [String] {
        var fields = [try field(separator)]
        while place < bytes.count, bytes[place] == separator {
            place += 1
            fields.append(try field(separator))
        }
        skipLine()
        return fields
    }

    private mutating func field(_ separator: UInt8) throws(Sheet.Fault) -> String {
        guard place < bytes.count, bytes[place] == Reader.quote else { return plain(separator) }
        let opened = line
        place += 1
        var text: [UInt8] = []
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            if byte == Reader.lineFeed { line += 1 }
            if byte != Reader.quote {
                text.append(byte)
            } else if place < bytes.count, bytes[place] == Reader.quote {
                text.append(byte)
                place += 1
            } else {
                // What stands behind the closing quote belongs to the field too.
                return String(decoding: text, as: UTF8.self) + plain(separator)
            }
        }
        throw .openQuote(line: opened)
    }

    private mutating func plain(_ separator: UInt8) -> String {
        let start = place
        while place < bytes.count {
            let byte = bytes[place]
            if byte == separator || byte == Reader.lineFeed || byte == Reader.carriageReturn { break }
            place += 1
        }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    /// Goes behind the end of the line.
    private mutating func skipLine() {
        while place < bytes.count, bytes[place] != Reader.lineFeed, bytes[place] != Reader.carriageReturn { place += 1 }
        guard place < bytes.count else { return }
        let isReturn = bytes[place] == Reader.carriageReturn
        place += 1
        if isReturn, place < bytes.count, bytes[place] == Reader.lineFeed { place += 1 }
        line += 1
    }
}
