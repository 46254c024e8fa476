import Kernel

/// Validates sound recordings by content, never by name.
package enum SoundValidator {
    /// Returns the properties of a recording, or nil for any other file, such as a video.
    ///
    /// - Throws: `badMedia` for a recording that is damaged, truncated or too large. `nameLies` if
    ///   its name indicates another format.
    package static func facts(of source: ByteSource) throws -> PictureProperties? {
        do {
            guard let facts = try structure(of: source) else { return nil }
            guard facts.milliseconds != 0 else { throw ByteReader.Malformed("is silent: it holds no sound") }
            try PictureValidator.checkName(source.name, facts.format)
            return facts
        } catch let malformed as ByteReader.Malformed {
            throw Failure(
                .badMedia, "The recording \(malformed.what).",
                advice: "Use an undamaged WAV, OGG, MP3 or M4A file of a word.", kind: .badData)
        }
    }

    private static func structure(of source: ByteSource) throws -> PictureProperties? {
        let head = ByteReader(try source.bytes(0, min(source.size, 64)))
        if head.starts(with: "RIFF".utf8), let form = try? head.from(8), form.starts(with: "WAVE".utf8) {
            return try WAVStructure.read(readerOfAll(source))
        }
        if head.starts(with: "OggS".utf8) { return try OggStructure.read(readerOfAll(source)) }
        if MP3Structure.begins(head) { return try MP3Structure.read(readerOfAll(source)) }
        // A video is checked separately, with its own error messages.
        guard let movie = try? MovieStructure(source, head: head), let facts = try? movie.sound() else { return nil }
        try checkSize(source)
        return facts
    }

    private static func readerOfAll(_ source: ByteSource) throws -> ByteReader {
        try checkSize(source)
        return ByteReader(try source.bytes(0, source.size), order: .little)
    }

    private static func checkSize(_ source: ByteSource) throws {
        guard source.size <= PictureLimits.largestSound else {
            throw ByteReader.Malformed(
                "is \(source.size >> 20) MB large; at most \(PictureLimits.largestSound >> 20) MB are taken")
        }
    }
}
