import Kernel

/// The form of an export: a record a line of JSON, between a head and a count.
package enum ExportText {
    /// The first line.
    package static let headline = "{\"format\":\"commonplace-export\",\"version\":1}"

    /// The last line.
    package static func lastLine(_ records: Int) -> String { "{\"records\":\(records)}" }

    /// Some lines of records, each with its end.
    package static func lines(of records: [ExportedRecord]) throws -> [UInt8] {
        var text: [UInt8] = []
        for line in try ArchiveText.encode(records) {
            text += line
            text.append(10)
        }
        return text
    }

    /// A whole export of records that are at hand.
    static func text(of records: [ExportedRecord]) throws -> [UInt8] {
        try Array("\(headline)\n".utf8) + lines(of: records) + Array("\(lastLine(records.count))\n".utf8)
    }

    /// The records of one; what cannot be read is left out.
    static func records(in text: [UInt8]) -> [ExportedRecord] {
        ArchiveText.exported(text.split(separator: 10).map(Array.init)).compactMap(\.self)
    }
}
