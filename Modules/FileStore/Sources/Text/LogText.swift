import Kernel

/// The format of a backup's records: the text of a log, checked line by line.
package enum LogText {
    /// The size of a text, which its headers contain.
    package struct Measure {
        /// The size in bytes.
        package fileprivate(set) var size = 0
        package fileprivate(set) var live = 0
        fileprivate var records = 0
        fileprivate var lines = 0
    }

    /// Measures the text of some records.
    ///
    /// - Parameter forEach: visits the records, in the same order at each call.
    /// - Throws: the error of a record that has no valid form.
    package static func measure(_ forEach: (@escaping (StoredRecord) throws -> Void) throws -> Void) throws -> Measure {
        var measure = Measure()
        var lines = CompactedLineWriter(at: header(measure).count) { _, _ in }
        try forEach { record in
            measure.records += 1
            measure.live += record.isLive ? 1 : 0
            try lines.add(record, of: measure.records)
        }
        let (kept, end) = try lines.finish()
        measure.lines = kept
        measure.size = end + header(measure).count - header(Measure()).count
        return measure
    }

    /// Writes the measured text, piece by piece.
    package static func write(
        _ measure: Measure, _ forEach: (@escaping (StoredRecord) throws -> Void) throws -> Void,
        _ take: @escaping ([UInt8]) throws -> Void
    ) throws {
        let header = header(measure)
        try take(header)
        var number = 0
        var lines = CompactedLineWriter(at: header.count) { bytes, _ in try take(bytes) }
        try forEach { record in
            number += 1
            try lines.add(record, of: number)
        }
        _ = try lines.finish()
    }

    static func text(of records: [StoredRecord]) throws -> [UInt8] {
        var text: [UInt8] = []
        let forEach = { (visit: (StoredRecord) throws -> Void) in try records.forEach(visit) }
        try write(measure(forEach), forEach) { text += $0 }
        return text
    }

    private static func header(_ measure: Measure) -> [UInt8] {
        // The header of a rewritten log contains the number of lines that follow.
        LogHeader(store: "backup", generation: 2, before: measure.records, kept: measure.lines).line
    }

    /// A reader of such a text, which passes on the records undecoded, as they were written.
    package struct Reader {
        private let visit: (StoredRecord) throws -> Void
        private var partialLine: [UInt8] = []
        private var header: LogHeader?
        private var lines = 0

        /// Creates a reader.
        ///
        /// - Parameter visit: takes each record.
        package init(_ visit: @escaping (StoredRecord) throws -> Void) { self.visit = visit }

        /// Takes the next piece.
        ///
        /// - Throws: `newerStore` for an unknown format. `storeDamaged` with the line number.
        package mutating func consume(_ piece: [UInt8]) throws {
            let previousCount = partialLine.count
            partialLine += piece
            guard piece.contains(10) else {
                guard previousCount < Log.greatestLine else { throw LogText.damaged(lines + 1) }
                return
            }
            let bytes = partialLine
            partialLine = []
            try bytes.withUnsafeBytes { text in
                var start = 0
                while start < text.count, let end = text[start...].firstIndex(of: 10) {
                    try line(UnsafeRawBufferPointer(rebasing: text[start..<end]))
                    start = end + 1
                }
                partialLine = Array(text[start...])
            }
        }

        /// Reports the end of the text.
        package func finish() throws {
            guard let header, partialLine.isEmpty, lines == header.kept + 1 else { throw LogText.damaged(lines + 1) }
        }

        private mutating func line(_ bytes: UnsafeRawBufferPointer) throws {
            lines += 1
            guard header != nil else {
                guard let parsedHeader = LogHeader(Array(bytes)) else { throw LogText.damaged(1) }
                guard parsedHeader.format <= LogHeader.format, parsedHeader.schema <= LogHeader.schema else {
                    throw Failure(
                        .newerStore, "Its records were written by a newer version of this program.",
                        advice: "Update the program.")
                }
                return header = parsedHeader
            }
            guard let line = LoggedLine(bytes), line.kept == lines - 1 else { throw LogText.damaged(lines) }
            for operation in line.operations {
                guard let record = operation.record(in: bytes) else { throw LogText.damaged(lines) }
                try visit(record)
            }
        }
    }

    fileprivate static func damaged(_ line: Int) -> Failure {
        Failure(.storeDamaged, "Line \(line) of its records is damaged, or missing.", kind: .badData)
    }
}
