import Kernel

/// The first line of a log, with its format and the name of its store.
struct LogHeader: Equatable {
    /// Format 2 records dropped tombstones. A log without them uses format 1.
    static let format = 2
    static let schema = 1
    static let maxLength = 512

    /// The format of the lines. A program that does not know it cannot read the log.
    var format: Int
    /// The kinds of operation. A program that does not know it may read but must not write.
    var schema = LogHeader.schema
    /// The store's own random name.
    let store: String
    /// The number of this rewrite of the store, from 1.
    let generation: Int
    /// The number of the last transaction before this log.
    let previousSequence: Int
    /// The number of lines after the header that a rewrite kept. All were durable before the
    /// log was named.
    let kept: Int
    /// The record of dropped tombstones, if any.
    let horizon: TombstoneHorizon?
    /// The clock reading at the time of writing, if the stamps were ahead of it.
    let mark: ClockMark?

    static func fileName(of generation: Int) -> String { "log-\(generation).jsonl" }

    /// Returns the name of the log while it is written.
    static func draftName(of generation: Int) -> String { "\(fileName(of: generation)).new" }

    init(
        store: String, generation: Int, before: Int, kept: Int = 0, horizon: TombstoneHorizon? = nil,
        mark: ClockMark? = nil
    ) {
        self.store = store
        self.generation = generation
        self.previousSequence = before
        self.kept = kept
        self.horizon = horizon
        self.mark = mark
        format = horizon == nil && mark == nil ? 1 : 2
    }

    init?(_ line: [UInt8]) {
        let parsed = line.withUnsafeBytes { bytes -> (LogHeader, Int, Int)? in
            guard let body = LoggedLine.body(of: bytes), case var scanner = body.json,
                scanner.consume("{\"magic\":\"commonplace log\",\"format\":"),
                let format = scanner.integer(), scanner.consume(",\"schema\":"), let schema = scanner.integer(),
                scanner.consume(",\"store\":"), let store = scanner.string(), scanner.consume(",\"generation\":"),
                let generation = scanner.integer()
            else { return nil }
            let horizon = scanner.consume(",\"horizon\":[") ? scanner.horizon() : nil
            let mark = scanner.consume(",\"clock\":[") ? scanner.clockMark() : nil
            let kept = scanner.consume(",\"kept\":") ? scanner.integer() : 0
            while scanner.consume(" ") {}
            guard let kept, format > LogHeader.format || scanner.consume("}") && scanner.isAtEnd else { return nil }
            let header = LogHeader(
                store: store, generation: generation, before: body.sequence, kept: kept, horizon: horizon, mark: mark)
            return header.format <= format ? (header, format, schema) : nil
        }
        guard let parsed else { return nil }
        self = parsed.0
        format = parsed.1
        schema = parsed.2
    }

    var line: [UInt8] { line(padding: 0) }

    /// The header line with a fixed length, so that its values can be written later.
    var paddedLine: [UInt8] {
        line(
            padding: 18 - min(18, String(previousSequence).count) + LogHeader.pruningFieldsLength
                - pruningFields.utf8.count)
    }

    private static let pruningFieldsLength = 144

    private var pruningFields: String {
        (horizon.map { ",\"horizon\":[\"\($0.time)\",\($0.sequence),\($0.generation)]" } ?? "")
            + (mark.map { ",\"clock\":[\($0.milliseconds),\"\($0.latest)\"]" } ?? "")
    }

    private func line(padding: Int) -> [UInt8] {
        var writer = LineWriter()
        writer.append("{\"magic\":\"commonplace log\",\"format\":\(format),\"schema\":\(schema),\"store\":".utf8)
        writer.string(store)
        writer.append(",\"generation\":\(generation)".utf8)
        writer.append(pruningFields.utf8)
        // Padded, because the number of lines is written later.
        if generation > 1 {
            writer.append(
                (",\"kept\":\(kept)" + String(repeating: " ", count: 10 - min(10, String(kept).count) + padding)).utf8)
        }
        writer.text("}")
        return LineWriter.line(sequence: previousSequence, json: writer.bytes)
    }
}
