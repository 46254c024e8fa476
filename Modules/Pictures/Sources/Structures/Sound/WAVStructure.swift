import Kernel

/// The chunks of a WAV file (Multimedia Programming Interface and Data Specifications 1.0).
enum WAVStructure {
    static func read(_ file: ByteReader) throws -> PictureProperties {
        var reader = file
        try reader.skip(4)
        var form = try reader.window(reader.number(4))
        try form.skip(4)
        var (bytesPerSecond, length): (Int?, Int?) = (nil, nil)
        while form.remaining >= 8 {
            let name = try form.tag()
            let size = try form.number(4)
            let body = try form.window(size)
            if size % 2 == 1, !form.isAtEnd { try form.skip(1) }
            if name == "fmt " { bytesPerSecond = try byteRate(body) }
            if name == "data" { length = (length ?? 0) + size }
        }
        guard let bytesPerSecond, let length else { throw ByteReader.Malformed("holds no sound") }
        return PictureProperties(format: .wav, width: 0, height: 0, milliseconds: length * 1000 / bytesPerSecond)
    }

    private static func byteRate(_ body: ByteReader) throws -> Int {
        var body = body
        try body.skip(2)
        let channels = try body.number(2)
        let samples = try body.number(4)
        let rate = try body.number(4)
        guard channels > 0, samples > 0, rate > 0 else { throw ByteReader.Malformed.damaged }
        return rate
    }
}
