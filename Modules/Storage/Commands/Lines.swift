import Kernel
import Storage
import Terminal

/// Everything as lines of JSON, a record each, between a head and a count: as many as there are, of which few are in memory at a time.
struct Lines: Sendable {
    let store: any Store
    let collections: [any StoredCollection]

    // MARK: - Out

    func exported(to file: OutputFile) throws -> Output {
        // Standard output may be the terminal on which a bar would be drawn.
        let total = file.path == "-" ? 0 : try store.engine.inspect().records
        return Output(
            continuation: .work(title: "Exporting", total: total) { advance in
                try Destination(file).filled(notice: { $0.map { "Wrote everything to \($0)." } }) { write in
                    try export(write, advance)
                }
            })
    }

    private func export(_ write: ([UInt8]) throws -> Void, _ advance: (Int) -> Void) throws {
        let passing = UndoStep.passing.union([Aftermath.collection])
        var count = 0
        try write(Array("\(ExportText.headline)\n".utf8))
        try store.exportEverything { records in
            guard !records.isEmpty else { return }
            let some = records.filter { !passing.contains($0.record.collection) }
            try write(ExportText.lines(of: some))
            count += some.count
            advance(count)
        }
        try write(Array("\(ExportText.lastLine(count))\n".utf8))
    }

    // MARK: - In

    func imported(from source: InputFile) -> Output {
        Output(
            continuation: .work(title: "Importing, MB", total: source.megabytes) { advance in
                var reader = LineReader(of: source.path)
                try withoutActuallyEscaping(advance) { advance in
                    let again = source.reading(telling: advance).map { read in
                        {
                            reader = LineReader(of: source.path)
                            let next = try read()
                            return { try reader.some(next) }
                        }
                    }
                    let next = try source.pieces(telling: advance)
                    try store.importEverything(collections: collections, again: again) { try reader.some(next) }
                }
                return Output(
                    notice: "Imported \(counted(reader.count, "record")) from \(source.path).", next: ["doctor"])
            })
    }

    /// Takes the lines apart. The last one is known when there is no other.
    private struct LineReader {
        private let name: String
        private var rest: [UInt8] = []
        private var lines: [[UInt8]] = []
        private var hasHead = false
        private var isOver = false
        private(set) var count = 0

        init(of name: String) { self.name = name }

        /// The next records; nil at the end.
        mutating func some(_ next: () throws -> [UInt8]?) throws -> [ExportedRecord]? {
            while !isOver, lines.count < 1024 {
                if let piece = try next() { take(piece) } else { end() }
            }
            if !hasHead {
                guard let first = lines.first, String(decoding: first, as: UTF8.self) == ExportText.headline else {
                    throw foreign
                }
                lines.removeFirst()
                hasHead = true
            }
            let last = isOver ? lines.popLast() : nil
            let whole = isOver ? lines : lines.dropLast()
            let taken = whole.count
            let records = ArchiveText.exported(Array(whole))
            if let broken = records.firstIndex(where: { $0 == nil }) {
                throw damaged("Line \(count + broken + 2) of \(name) is damaged; nothing was imported.")
            }
            lines.removeFirst(taken)
            count += taken
            guard isOver else { return records.compactMap(\.self) }
            guard let last, String(decoding: last, as: UTF8.self) == ExportText.lastLine(count) else {
                // Asked again behind the end.
                if last == nil, taken == 0, hasEnded { return nil }
                throw damaged("\(name) is cut short or damaged; nothing was imported.")
            }
            hasEnded = true
            return records.compactMap(\.self)
        }

        private var hasEnded = false

        private mutating func take(_ piece: [UInt8]) {
            rest += piece
            guard piece.contains(10) else { return }
            var start = 0
            while let end = rest[start...].firstIndex(of: 10) {
                if end > start { lines.append(Array(rest[start..<end])) }
                start = end + 1
            }
            rest.removeFirst(start)
        }

        private mutating func end() {
            isOver = true
            if !rest.isEmpty { lines.append(rest) }
            rest = []
        }

        private var foreign: Failure {
            Failure(
                .exportForeign, "\(name) is not an export of this kind of app.", advice: "`doctor --export` writes one.",
                kind: .badData)
        }

        private func damaged(_ message: String) -> Failure {
            Failure(.exportDamaged, message, advice: "Export it again.", kind: .badData)
        }
    }
}
