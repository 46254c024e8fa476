/// What stands in the `lock` file: how far a log was known to be durable. A log cut exactly between two lines shows no other trace.
struct LengthWitness: Equatable {
    let generation: Int
    let sequence: Int
    let size: Int

    init(generation: Int, sequence: Int, size: Int) { (self.generation, self.sequence, self.size) = (generation, sequence, size) }

    private init?(_ bytes: [UInt8]) {
        guard let newline = bytes.firstIndex(of: 10) else { return nil }
        let read = bytes.withUnsafeBytes { bytes -> LengthWitness? in
            guard let body = LoggedLine.body(of: UnsafeRawBufferPointer(rebasing: bytes[..<newline])),
                case var scanner = body.json,
                scanner.take("{\"generation\":"), let generation = scanner.integer(), scanner.take(",\"size\":"),
                let size = scanner.integer(), scanner.take("}"), scanner.isAtEnd
            else { return nil }
            return LengthWitness(generation: generation, sequence: body.sequence, size: size)
        }
        guard let read else { return nil }
        self = read
    }

    private static let greatestLength = 128

    /// The witness in a `lock` file; nil when there is none that can be read.
    init?(in lockFile: DiskFile?) throws {
        guard let bytes = try lockFile?.read(LengthWitness.greatestLength, at: 0) else { return nil }
        self.init(bytes)
    }

    /// Written over the one before; what may be left of a longer one stands behind the newline and counts for nothing.
    var line: [UInt8] {
        var writer = LineWriter()
        writer.text("{\"generation\":")
        writer.integer(generation)
        writer.text(",\"size\":")
        writer.integer(size)
        writer.text("}")
        return LineWriter.line(sequence: sequence, json: writer.bytes)
    }
}
