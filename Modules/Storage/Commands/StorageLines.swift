import DiskKit
import FileStore
import Interface
import Kernel
import Storage
import Terminal

/// An export of all records as lines of JSON, between a header and a count.
///
/// Only a few records are in memory at a time.
struct RecordLines: Sendable {
    let store: any Store
    let collections: [any StoredCollection]

    // MARK: - Export

    func exported(to file: OutputFile) throws -> Output {
        // Standard output may be the terminal that would draw the bar.
        let total = file.path == "-" ? 0 : try store.engine.inspect().records
        return Output(
            continuation: .work(title: "Exporting", total: total) { advance in
                try Destination(file).writeInPieces(notice: { $0.map { "Wrote everything to \($0)." } }) { write in
                    try export(write, advance)
                }
            })
    }

    private func export(_ write: ([UInt8]) throws -> Void, _ advance: (Int) -> Void) throws {
        let excluded = UndoStep.undoCollections.union([PendingCleanup.collection])
        var count = 0
        try write(Array("\(ExportText.headline)\n".utf8))
        try store.exportEverything { records in
            guard !records.isEmpty else { return }
            let exported = records.filter { !excluded.contains($0.record.collection) }
            try write(ExportText.lines(of: exported))
            count += exported.count
            advance(count)
        }
        try write(Array("\(ExportText.lastLine(count))\n".utf8))
    }

    // MARK: - Import

    func imported(from source: InputFile) -> Output {
        Output(
            continuation: .work(title: "Importing, MB", total: source.megabytes) { advance in
                var reader = LineReader(of: source.path)
                try withoutActuallyEscaping(advance) { advance in
                    let restart = source.repeatableReader(reportingProgress: advance).map { read in
                        {
                            reader = LineReader(of: source.path)
                            let next = try read()
                            return { try reader.records(next) }
                        }
                    }
                    let next = try source.pieces(reportingProgress: advance)
                    try store.importEverything(collections: collections, restart: restart) { try reader.records(next) }
                }
                return Output(
                    notice: "Imported \(counted(reader.count, "record")) from \(source.path).", next: ["doctor"])
            })
    }

    /// A reader that splits the pieces of a file into lines and checks the last one.
    private struct LineReader {
        private let name: String
        private var partialLine: [UInt8] = []
        private var lines: [[UInt8]] = []
        private var hasHeadline = false
        private var isAtEnd = false
        private(set) var count = 0

        init(of name: String) { self.name = name }

        /// Returns the next records, or nil at the end.
        mutating func records(_ next: () throws -> [UInt8]?) throws -> [ExportedRecord]? {
            while !isAtEnd, lines.count < 1024 {
                if let piece = try next() { append(piece) } else { finish() }
            }
            if !hasHeadline {
                guard let firstLine = lines.first, String(decoding: firstLine, as: UTF8.self) == ExportText.headline
                else {
                    throw foreignExport
                }
                lines.removeFirst()
                hasHeadline = true
            }
            let lastLine = isAtEnd ? lines.popLast() : nil
            let completeLines = isAtEnd ? lines : lines.dropLast()
            let lineCount = completeLines.count
            let records = ArchiveText.exported(Array(completeLines))
            if let damagedIndex = records.firstIndex(where: { $0 == nil }) {
                throw damaged("Line \(count + damagedIndex + 2) of \(name) is damaged; nothing was imported.")
            }
            lines.removeFirst(lineCount)
            count += lineCount
            guard isAtEnd else { return records.compactMap(\.self) }
            guard let lastLine, String(decoding: lastLine, as: UTF8.self) == ExportText.lastLine(count) else {
                // Another call after the end.
                if lastLine == nil, lineCount == 0, hasReportedEnd { return nil }
                throw damaged("\(name) is cut short or damaged; nothing was imported.")
            }
            hasReportedEnd = true
            return records.compactMap(\.self)
        }

        private var hasReportedEnd = false

        private mutating func append(_ piece: [UInt8]) {
            partialLine += piece
            guard piece.contains(10) else { return }
            var start = 0
            while let end = partialLine[start...].firstIndex(of: 10) {
                if end > start { lines.append(Array(partialLine[start..<end])) }
                start = end + 1
            }
            partialLine.removeFirst(start)
        }

        private mutating func finish() {
            isAtEnd = true
            if !partialLine.isEmpty { lines.append(partialLine) }
            partialLine = []
        }

        private var foreignExport: Failure {
            Failure(
                .exportForeign, "\(name) is not an export of this kind of app.",
                advice: "`doctor --export` writes one.", kind: .badData)
        }

        private func damaged(_ message: String) -> Failure {
            Failure(.exportDamaged, message, advice: "Export it again.", kind: .badData)
        }
    }
}
