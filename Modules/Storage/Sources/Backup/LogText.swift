import Kernel

/// Records as the text of a log that holds nothing else: what a backup keeps, readable as every log is, and checked line by line.
package enum LogText {
    /// How long a text is to be, which its first line and the head of an archive say before it is written.
    package struct Measure {
        /// Bytes.
        package fileprivate(set) var size = 0
        /// Live records.
        package fileprivate(set) var live = 0
        fileprivate var records = 0
        fileprivate var lines = 0
    }

    /// Measures the text of some records.
    ///
    /// - Parameter forEach: visits them; in the same order whenever it is called.
    /// - Throws: what a record throws that has no good form.
    package static func measure(_ forEach: (@escaping (StoredRecord) throws -> Void) throws -> Void) throws -> Measure {
        var measure = Measure()
        var lines = KeptLines(at: header(measure).count) { _, _ in }
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

    /// Writes the text that was measured, piece by piece.
    package static func write(
        _ measure: Measure, _ forEach: (@escaping (StoredRecord) throws -> Void) throws -> Void,
        _ take: @escaping ([UInt8]) throws -> Void
    ) throws {
        let header = header(measure)
        try take(header)
        var number = 0
        var lines = KeptLines(at: header.count) { bytes, _ in try take(bytes) }
        try forEach { record in
            number += 1
            try lines.add(record, of: number)
        }
        _ = try lines.finish()
    }

    /// The text of records that are at hand.
    static func text(of records: [StoredRecord]) throws -> [UInt8] {
        var text: [UInt8] = []
        let forEach = { (visit: (StoredRecord) throws -> Void) in try records.forEach(visit) }
        try write(measure(forEach), forEach) { text += $0 }
        return text
    }

    private static func header(_ measure: Measure) -> [UInt8] {
        // A log that was rewritten says how many lines follow.
        LogHeader(store: "backup", generation: 2, before: measure.records, kept: measure.lines).line
    }

    /// Reads such a text piece by piece, and gives the records on, undecoded, as they were when it was written.
    package struct Reader {
        private let visit: (StoredRecord) throws -> Void
        private var rest: [UInt8] = []
        private var header: LogHeader?
        private var lines = 0

        /// - Parameter visit: takes each record.
        package init(_ visit: @escaping (StoredRecord) throws -> Void) { self.visit = visit }

        /// Takes the next piece.
        ///
        /// - Throws: `newerStore` for a form that this program does not know; `storeDamaged`, with the number of the line.
        package mutating func take(_ piece: [UInt8]) throws {
            let known = rest.count
            rest += piece
            guard piece.contains(10) else {
                guard known < Log.greatestLine else { throw LogText.damaged(lines + 1) }
                return
            }
            let bytes = rest
            rest = []
            try bytes.withUnsafeBytes { text in
                var start = 0
                while start < text.count, let end = text[start...].firstIndex(of: 10) {
                    try line(UnsafeRawBufferPointer(rebasing: text[start..<end]))
                    start = end + 1
                }
                rest = Array(text[start...])
            }
        }

        /// Says that nothing follows.
        package func finish() throws {
            guard let header, rest.isEmpty, lines == header.kept + 1 else { throw LogText.damaged(lines + 1) }
        }

        private mutating func line(_ bytes: UnsafeRawBufferPointer) throws {
            lines += 1
            guard header != nil else {
                guard let first = LogHeader(Array(bytes)) else { throw LogText.damaged(1) }
                guard first.format <= LogHeader.format, first.schema <= LogHeader.schema else {
                    throw Failure(
                        .newerStore, "Its records were written by a newer version of this program.",
                        advice: "Update the program.")
                }
                return header = first
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
