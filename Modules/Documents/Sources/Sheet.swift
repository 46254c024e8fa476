import Kernel

/// A table from a comma-separated file of any spreadsheet, in UTF-8 or UTF-16 and with any
/// separator.
///
/// Quoted fields may hold separators, line ends and doubled quotes. Every row carries its line
/// number for error messages.
package struct Sheet: Sendable {
    /// A row of a sheet.
    package struct Row: Hashable, Sendable {
        /// The line in which the row begins, from 1.
        package let line: Int
        /// The fields, without quotes.
        package let fields: [String]
    }

    /// An error in reading a sheet.
    package enum SheetError: Error, Hashable, Sendable {
        /// The bytes are neither UTF-8 nor UTF-16, with the line of the first invalid bytes if
        /// known.
        case notText(line: Int?)
        /// A quote is opened in this line and never closed.
        case openQuote(line: Int)
        case tooManyRows(limit: Int)
    }

    /// The rows in file order, without empty lines.
    package let rows: [Row]
    package let separator: Unicode.Scalar

    /// Reads a sheet.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8, or UTF-16 in either order, with or without a byte order mark.
    ///   - separator: the field separator. With `nil`, a line `sep=;` names it, or it is the most
    ///     frequent of comma, semicolon, tab and bar in the first line.
    ///   - skipped: the number of lines to skip at the start.
    ///   - limit: the maximum number of rows.
    package init(
        _ bytes: [UInt8], separator: Unicode.Scalar? = nil, skipping skipped: Int = 0, limit: Int = .max
    ) throws(SheetError) {
        let text = try Sheet.utf8(bytes)
        var reader = Reader(text, skipped)
        self.separator = separator ?? reader.separator()
        rows = try reader.rows(UInt8(truncatingIfNeeded: self.separator.value), limit)
    }

    /// Converts the text to UTF-8 without a byte order mark.
    ///
    /// - Throws: `notText`.
    package static func utf8(_ bytes: [UInt8]) throws(SheetError) -> [UInt8] {
        if bytes.starts(with: [0xFF, 0xFE]) { return try utf16(bytes.dropFirst(2), isLittle: true) }
        if bytes.starts(with: [0xFE, 0xFF]) { return try utf16(bytes.dropFirst(2), isLittle: false) }
        // Without a byte order mark, every other byte of mostly Latin text is 0.
        let head = bytes.prefix(64)
        if head.count >= 4, bytes.count % 2 == 0 {
            let zeros = [0, 1].map { odd in head.enumerated().count { $0.offset % 2 == odd && $0.element == 0 } }
            if zeros[1] * 4 >= head.count, zeros[0] == 0 { return try utf16(bytes[...], isLittle: true) }
            if zeros[0] * 4 >= head.count, zeros[1] == 0 { return try utf16(bytes[...], isLittle: false) }
        }
        let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        guard String(validating: content, as: UTF8.self) != nil else { throw .notText(line: firstBadLine(content)) }
        return content
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, isLittle: Bool) throws(SheetError) -> [UInt8] {
        let (low, high) = isLittle ? (0, 1) : (1, 0)
        let first = bytes.startIndex
        let units = (0..<bytes.count / 2).map {
            UInt16(bytes[first + $0 * 2 + low]) | UInt16(bytes[first + $0 * 2 + high]) << 8
        }
        guard bytes.count % 2 == 0, let text = String(validating: units, as: UTF16.self) else {
            throw .notText(line: nil)
        }
        return Array(text.utf8)
    }

    /// Returns the number of the first line that is no UTF-8, from 1.
    private static func firstBadLine(_ bytes: [UInt8]) -> Int? {
        bytes.split(separator: 0x0A, omittingEmptySubsequences: false).firstIndex {
            String(validating: $0, as: UTF8.self) == nil
        }
        .map { $0 + 1 }
    }
}

/// A parser of the UTF-8 bytes of a sheet.
private struct Reader {
    private static let (quote, lineFeed, carriageReturn) = (UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"))

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    init(_ bytes: [UInt8], _ skipped: Int) {
        self.bytes = bytes
        for _ in 0..<skipped where position < bytes.count { skipLine() }
    }

    /// Returns the separator that the first line names, or else its most frequent one outside
    /// quotes.
    mutating func separator() -> Unicode.Scalar {
        let firstLine = bytes[position...].prefix { $0 != Reader.lineFeed && $0 != Reader.carriageReturn }
        if firstLine.count == 5, firstLine.starts(with: Array("sep=".utf8)), let separatorByte = firstLine.last {
            skipLine()
            return Unicode.Scalar(separatorByte)
        }
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        for byte in firstLine {
            if byte == Reader.quote { isQuoted.toggle() } else if !isQuoted { counts[byte, default: 0] += 1 }
        }
        let separators = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }
        let mostFrequent = separators.max { (counts[$0] ?? 0, $1) < (counts[$1] ?? 0, $0) } ?? separators[0]
        return Unicode.Scalar((counts[mostFrequent] ?? 0) > 0 ? mostFrequent : separators[0])
    }

    /// Reads all rows except blank ones.
    mutating func rows(_ separator: UInt8, _ limit: Int) throws(Sheet.SheetError) -> [Sheet.Row] {
        var rows: [Sheet.Row] = []
        while position < bytes.count {
            let start = line
            let fields = try row(separator)
            guard fields.count > 1 || !fields[0].allSatisfy(\.isWhitespace) else { continue }
            guard rows.count < limit else { throw .tooManyRows(limit: limit) }
            rows.append(Sheet.Row(line: start, fields: fields))
        }
        return rows
    }

    private mutating func row(_ separator: UInt8) throws(Sheet.SheetError) -> [String] {
        var fields = [try field(separator)]
        while position < bytes.count, bytes[position] == separator {
            position += 1
            fields.append(try field(separator))
        }
        skipLine()
        return fields
    }

    /// Reads a field with or without quotes.
    private mutating func field(_ separator: UInt8) throws(Sheet.SheetError) -> String {
        guard position < bytes.count, bytes[position] == Reader.quote else { return plain(separator) }
        let openingLine = line
        position += 1
        var text: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == Reader.lineFeed { line += 1 }
            if byte != Reader.quote {
                text.append(byte)
            } else if position < bytes.count, bytes[position] == Reader.quote {
                text.append(byte)
                position += 1
            } else {
                // Text after the closing quote belongs to the field too.
                return String(decoding: text, as: UTF8.self) + plain(separator)
            }
        }
        throw .openQuote(line: openingLine)
    }

    /// Reads text without quotes up to the next separator or line end.
    private mutating func plain(_ separator: UInt8) -> String {
        let start = position
        while position < bytes.count {
            let byte = bytes[position]
            if byte == separator || byte == Reader.lineFeed || byte == Reader.carriageReturn { break }
            position += 1
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Skips the rest of the line and its line end.
    private mutating func skipLine() {
        while position < bytes.count, bytes[position] != Reader.lineFeed, bytes[position] != Reader.carriageReturn {
            position += 1
        }
        guard position < bytes.count else { return }
        let isReturn = bytes[position] == Reader.carriageReturn
        position += 1
        if isReturn, position < bytes.count, bytes[position] == Reader.lineFeed { position += 1 }
        line += 1
    }
}
