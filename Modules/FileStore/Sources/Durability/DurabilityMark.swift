import Kernel

/// The durable end of a log, with the line that identifies it.
///
/// It is stored in the `lock` file and in the note outside the directory. It detects a log that was
/// cut between two lines or replaced by another branch of the history.
struct DurabilityMark: Equatable {
    let generation: Int
    let sequence: Int
    let size: Int
    /// The last line, or nil in an older mark and for a log without lines.
    var last: LineMark?
    /// The greatest time of any stamp, or nil as above.
    var latest: HybridTime?

    init(generation: Int, sequence: Int, size: Int) {
        self.generation = generation
        self.sequence = sequence
        self.size = size
    }

    /// Reads the mark in the first line of some bytes, and returns nil if it is unreadable.
    init?(_ bytes: [UInt8]) {
        guard let mark = DurabilityMark.parse(bytes, { $0.mark() }) else { return nil }
        self = mark
    }

    /// Whether some bytes contain this mark or a later one.
    func isKnown(to bytes: [UInt8]) -> Bool {
        DurabilityMark.parse(bytes) { $0.generation >= generation && $0.sequence >= sequence } ?? false
    }

    /// The first fields of a mark. A comparison needs only these, and `mark()` parses the rest.
    private struct ParsedFields {
        let generation: Int
        let sequence: Int
        private var scanner: LineScanner

        init?(_ line: UnsafeRawBufferPointer) {
            guard let body = LoggedLine.body(of: line), case var scanner = body.json,
                scanner.consume("{\"generation\":"),
                let generation = scanner.integer()
            else { return nil }
            self.generation = generation
            sequence = body.sequence
            self.scanner = scanner
        }

        func mark() -> DurabilityMark? {
            var scanner = scanner
            guard scanner.consume(",\"size\":"), let size = scanner.integer() else { return nil }
            var mark = DurabilityMark(generation: generation, sequence: sequence, size: size)
            if scanner.consume(",\"line\":") {
                guard let offset = scanner.integer(), scanner.consume(",\"sum\":\""), let checksum = scanner.hex(),
                    scanner.consume("\",\"latest\":"), let text = scanner.string(), let latest = HybridTime(text)
                else { return nil }
                (mark.last, mark.latest) = (LineMark(offset: offset, checksum: checksum), latest)
            }
            return scanner.consume("}") && scanner.isAtEnd ? mark : nil
        }
    }

    private static func parse<Value>(_ bytes: [UInt8], _ body: (ParsedFields) -> Value?) -> Value? {
        guard let newline = bytes.firstIndex(of: 10) else { return nil }
        return bytes.withUnsafeBytes { ParsedFields(UnsafeRawBufferPointer(rebasing: $0[..<newline])).flatMap(body) }
    }

    /// A limit above the length of any mark.
    static let maxLength = 256

    /// The line that overwrites the previous one. The rest of a longer previous line is after the
    /// newline and is ignored.
    var line: [UInt8] {
        var writer = LineWriter()
        writer.text("{\"generation\":")
        writer.integer(generation)
        writer.text(",\"size\":")
        writer.integer(size)
        if let last, let latest {
            writer.text(",\"line\":")
            writer.integer(last.offset)
            writer.text(",\"sum\":\"")
            writer.append(LineWriter.hex(last.checksum))
            writer.text("\",\"latest\":\"")
            writer.integer(Int(latest.milliseconds))
            writer.text("-")
            writer.integer(latest.counter)
            writer.text("\"")
        }
        writer.text("}")
        return LineWriter.line(sequence: sequence, json: writer.bytes)
    }

    /// The transaction, its checksum and its time for a person.
    var summary: String {
        let checksumText =
            last.map { ", checksum \(String(decoding: LineWriter.hex($0.checksum), as: UTF8.self))" } ?? ""
        return
            "change \(sequence)\(checksumText)\(latest.map { ", of \(Instant(milliseconds: $0.milliseconds))" } ?? "")"
    }
}
