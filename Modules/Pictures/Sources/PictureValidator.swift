import Kernel

/// Validates pictures and videos by content, never by name.
package enum PictureValidator {
    /// Returns the properties of a file. Only the headers of a video are read.
    ///
    /// - Throws: `loadFailed` and `badMedia` for a file that is empty, damaged, truncated, too
    ///   large or unsupported. `nameLies` if its name indicates another format.
    package static func facts(of source: ByteSource) throws -> PictureProperties {
        let facts: PictureProperties
        do {
            facts = try structure(of: source)
        } catch let malformed as ByteReader.Malformed {
            throw Failure.badMedia(malformed.what)
        }
        guard facts.width > 0, facts.height > 0 else { throw Failure.badMedia("has no size") }
        guard max(facts.width, facts.height) <= PictureLimits.longestSide else {
            throw Failure.badMedia(
                "is \(facts.width) × \(facts.height) pixels; at most \(PictureLimits.longestSide) a side are taken")
        }
        try checkName(source.name, facts.format)
        return facts
    }

    private static func structure(of source: ByteSource) throws -> PictureProperties {
        guard source.size > 0 else { throw ByteReader.Malformed("is empty") }
        let head = ByteReader(try source.bytes(0, min(source.size, 64)))
        if EBML.begins(head) { return try WebMStructure(checked(source, video: true)).facts() }
        if let movie = try MovieStructure(checked(source, video: true), head: head) { return try movie.facts() }
        let bytes = try checked(source, video: false).bytes(0, source.size)
        if head.starts(with: "GIF8".utf8) { return try GIFStructure.read(ByteReader(bytes, order: .little)) }
        let header = try ImageHeader(bytes)
        return PictureProperties(format: header.type, width: header.width, height: header.height)
    }

    private static func checked(_ source: ByteSource, video: Bool) throws -> ByteSource {
        let limit = video ? PictureLimits.largestVideo : PictureLimits.largestPicture
        guard source.size <= limit else {
            throw ByteReader.Malformed("is \(source.size >> 20) MB large; at most \(limit >> 20) MB are taken")
        }
        return source
    }

    /// Rejects a file name that contradicts the content, which is a mistake or an attack.
    static func checkName(_ name: String, _ format: PictureFormat) throws {
        guard let ending = name.fileExtension, !format.validExtensions.contains(ending) else { return }
        throw Failure(
            .nameLies, "The file's name ends in .\(ending.prefix(10)), but it is \(format.rawValue.uppercased()).",
            advice: "If that is right, let its name end in .\(format.fileExtension).", kind: .badData)
    }
}
