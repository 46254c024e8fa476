import Kernel

/// The format of an export: one record of JSON on each line, between a header and a count.
package enum ExportText {
    package static let headline = "{\"format\":\"commonplace-export\",\"version\":1}"

    package static func lastLine(_ records: Int) -> String { "{\"records\":\(records)}" }

    /// Returns the lines of some records, each with its line break.
    package static func lines(of records: [ExportedRecord]) throws -> [UInt8] {
        var text: [UInt8] = []
        for line in try ArchiveText.encode(records) {
            text += line
            text.append(10)
        }
        return text
    }

    static func text(of records: [ExportedRecord]) throws -> [UInt8] {
        try Array("\(headline)\n".utf8) + lines(of: records) + Array("\(lastLine(records.count))\n".utf8)
    }

    /// Returns the records of an export and skips the unreadable ones.
    static func records(in text: [UInt8]) -> [ExportedRecord] {
        ArchiveText.exported(text.split(separator: 10).map(Array.init)).compactMap(\.self)
    }
}
