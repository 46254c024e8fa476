import Kernel

/// The first line of a log: what it is, which form it has, whose it is.
struct LogHeader: Equatable {
    static let format = 1
    static let schema = 1
    static let greatestLength = 512

    /// How lines are written; a program that does not know it cannot read the log.
    var format = LogHeader.format
    /// Which kinds of operation there are; a program that does not know it may read and must not write.
    var schema = LogHeader.schema
    /// The store's own name, drawn when it was made.
    let store: String
    /// Which rewriting of the store this is, from 1.
    let generation: Int
    /// The number of the last transaction before this log.
    let before: Int
    /// How many lines behind this one hold what was current then; all of them were on the medium before the log was named.
    let kept: Int

    /// The name of the log of a generation.
    static func fileName(of generation: Int) -> String { "log-\(generation).jsonl" }

    /// Where it is written before it counts.
    static func draftName(of generation: Int) -> String { "\(fileName(of: generation)).new" }

    init(store: String, generation: Int, before: Int, kept: Int = 0) {
        (self.store, self.generation, self.before, self.kept) = (store, generation, before, kept)
    }

    init?(_ line: [UInt8]) {
        let read = line.withUnsafeBytes { bytes -> (LogHeader, Int, Int)? in
            guard let body = LoggedLine.body(of: bytes), case var scanner = body.json,
                scanner.take("{\"magic\":\"commonplace log\",\"format\":"),
                let format = scanner.integer(), scanner.take(",\"schema\":"), let schema = scanner.integer(),
                scanner.take(",\"store\":"), let store = scanner.string(), scanner.take(",\"generation\":"),
                let generation = scanner.integer()
            else { return nil }
            let kept = scanner.take(",\"kept\":") ? scanner.integer() : 0
            while scanner.take(" ") {}
            guard let kept, format > LogHeader.format || scanner.take("}") && scanner.isAtEnd else { return nil }
            return (LogHeader(store: store, generation: generation, before: body.sequence, kept: kept), format, schema)
        }
        guard let read else { return nil }
        self = read.0
        (format, schema) = (read.1, read.2)
    }

    var line: [UInt8] { line(padding: 0) }

    /// As long for any number of the last transaction before it, which may be written later, too.
    var roomyLine: [UInt8] { line(padding: 18 - min(18, String(before).count)) }

    private func line(padding: Int) -> [UInt8] {
        var writer = LineWriter()
        writer.append("{\"magic\":\"commonplace log\",\"format\":\(format),\"schema\":\(schema),\"store\":".utf8)
        writer.string(store)
        writer.append(",\"generation\":\(generation)".utf8)
        // As long for any number of lines, which is written when they are.
        if generation > 1 {
            writer.append((",\"kept\":\(kept)" + String(repeating: " ", count: 10 - min(10, String(kept).count) + padding)).utf8)
        }
        writer.text("}")
        return LineWriter.line(sequence: before, json: writer.bytes)
    }
}
