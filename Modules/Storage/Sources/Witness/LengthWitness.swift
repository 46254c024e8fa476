import Kernel

/// How far a log was known to be durable, and by which line that is known again. It stands in the `lock` file and in the note outside the
/// directory: a log cut exactly between two lines shows no other trace, and one that was exchanged for another branch of the history none at all.
struct LengthWitness: Equatable {
    let generation: Int
    let sequence: Int
    let size: Int
    /// The line that ended there; nil in a witness of before that was noted, and for a log without lines.
    var last: LineMark?
    /// The greatest time in any stamp; nil as above.
    var latest: HybridTime?

    init(generation: Int, sequence: Int, size: Int) { (self.generation, self.sequence, self.size) = (generation, sequence, size) }

    /// The witness in the first line of some bytes; nil when there is none that can be read.
    init?(_ bytes: [UInt8]) {
        guard let read = LengthWitness.reading(bytes, { $0.whole() }) else { return nil }
        self = read
    }

    /// Whether some bytes hold a witness that says as much as this one, or more.
    func isKnown(to bytes: [UInt8]) -> Bool {
        LengthWitness.reading(bytes) { $0.generation >= generation && $0.sequence >= sequence } ?? false
    }

    /// What the first line of some bytes says, as far as it is asked for.
    private struct Said {
        let generation: Int
        let sequence: Int
        private var scanner: LineScanner

        init?(_ line: UnsafeRawBufferPointer) {
            guard let body = LoggedLine.body(of: line), case var scanner = body.json, scanner.take("{\"generation\":"),
                let generation = scanner.integer()
            else { return nil }
            (self.generation, sequence, self.scanner) = (generation, body.sequence, scanner)
        }

        func whole() -> LengthWitness? {
            var scanner = scanner
            guard scanner.take(",\"size\":"), let size = scanner.integer() else { return nil }
            var witness = LengthWitness(generation: generation, sequence: sequence, size: size)
            if scanner.take(",\"line\":") {
                guard let offset = scanner.integer(), scanner.take(",\"sum\":\""), let checksum = scanner.hex(),
                    scanner.take("\",\"latest\":"), let text = scanner.string(), let latest = HybridTime(text)
                else { return nil }
                (witness.last, witness.latest) = (LineMark(offset: offset, checksum: checksum), latest)
            }
            return scanner.take("}") && scanner.isAtEnd ? witness : nil
        }
    }

    private static func reading<Value>(_ bytes: [UInt8], _ body: (Said) -> Value?) -> Value? {
        guard let newline = bytes.firstIndex(of: 10) else { return nil }
        return bytes.withUnsafeBytes { Said(UnsafeRawBufferPointer(rebasing: $0[..<newline])).flatMap(body) }
    }

    /// Longer than any.
    static let greatestLength = 256

    /// Written over the one before; what may be left of a longer one stands behind the newline and counts for nothing.
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

    /// The transaction, its checksum and its time, for a person.
    var inWords: String {
        let sum = last.map { ", checksum \(String(decoding: LineWriter.hex($0.checksum), as: UTF8.self))" } ?? ""
        return "change \(sequence)\(sum)\(latest.map { ", of \(Instant(milliseconds: $0.milliseconds))" } ?? "")"
    }
}
