import Kernel

/// The first line of a log: what it is, which form it has, whose it is.
struct LogHeader: Equatable {
    /// The second form tells of tombstones that have left; a log that has nothing to tell of them is written in the first.
    static let format = 2
    static let schema = 1
    static let greatestLength = 512

    /// How lines are written; a program that does not know it cannot read the log.
    var format: Int
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
    /// What it says of tombstones that are not there any more; nil when none has left.
    let horizon: Horizon?
    /// What the clock said when it was written, where the stamps stood ahead of that.
    let mark: ClockMark?

    /// The name of the log of a generation.
    static func fileName(of generation: Int) -> String { "log-\(generation).jsonl" }

    /// Where it is written before it counts.
    static func draftName(of generation: Int) -> String { "\(fileName(of: generation)).new" }

    init(
        store: String, generation: Int, before: Int, kept: Int = 0, horizon: Horizon? = nil, mark: ClockMark? = nil
    ) {
        (self.store, self.generation, self.before, self.kept) = (store, generation, before, kept)
        (self.horizon, self.mark, format) = (horizon, mark, horizon == nil && mark == nil ? 1 : 2)
    }

    init?(_ line: [UInt8]) {
        let read = line.withUnsafeBytes { bytes -> (LogHeader, Int, Int)? in
            guard let body = LoggedLine.body(of: bytes), case var scanner = body.json,
                scanner.take("{\"magic\":\"commonplace log\",\"format\":"),
                let format = scanner.integer(), scanner.take(",\"schema\":"), let schema = scanner.integer(),
                scanner.take(",\"store\":"), let store = scanner.string(), scanner.take(",\"generation\":"),
                let generation = scanner.integer()
            else { return nil }
            let horizon = scanner.take(",\"horizon\":[") ? scanner.horizon() : nil
            let mark = scanner.take(",\"clock\":[") ? scanner.clockMark() : nil
            let kept = scanner.take(",\"kept\":") ? scanner.integer() : 0
            while scanner.take(" ") {}
            guard let kept, format > LogHeader.format || scanner.take("}") && scanner.isAtEnd else { return nil }
            let header = LogHeader(
                store: store, generation: generation, before: body.sequence, kept: kept, horizon: horizon, mark: mark)
            return header.format <= format ? (header, format, schema) : nil
        }
        guard let read else { return nil }
        self = read.0
        (format, schema) = (read.1, read.2)
    }

    var line: [UInt8] { line(padding: 0) }

    /// As long whatever it says of what was there before, which may be written later, too.
    var roomyLine: [UInt8] {
        line(padding: 18 - min(18, String(before).count) + LogHeader.roomForFarewell - farewell.utf8.count)
    }

    private static let roomForFarewell = 144

    /// What has left, and the clock.
    private var farewell: String {
        (horizon.map { ",\"horizon\":[\"\($0.time)\",\($0.sequence),\($0.generation)]" } ?? "")
            + (mark.map { ",\"clock\":[\($0.milliseconds),\"\($0.latest)\"]" } ?? "")
    }

    private func line(padding: Int) -> [UInt8] {
        var writer = LineWriter()
        writer.append("{\"magic\":\"commonplace log\",\"format\":\(format),\"schema\":\(schema),\"store\":".utf8)
        writer.string(store)
        writer.append(",\"generation\":\(generation)".utf8)
        writer.append(farewell.utf8)
        // As long for any number of lines, which is written when they are.
        if generation > 1 {
            writer.append((",\"kept\":\(kept)" + String(repeating: " ", count: 10 - min(10, String(kept).count) + padding)).utf8)
        }
        writer.text("}")
        return LineWriter.line(sequence: before, json: writer.bytes)
    }
}
