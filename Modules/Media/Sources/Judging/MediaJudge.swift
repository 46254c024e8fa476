import Kernel

/// Judges files by what is in them, never by their names.
public struct MediaJudge: Sendable {
    /// The largest picture that is taken, in bytes.
    public static let largestPicture = 64 << 20
    /// The largest video that is taken, in bytes: the founding document wants a whole set of demonstrations below it.
    public static let largestVideo = 500 << 20
    /// The longest side that is taken, in pixels.
    public static let longestSide = 25_000

    private let picture: @Sendable (_ whole: [UInt8]) throws -> MediaFacts

    /// A judge.
    ///
    /// - Parameter picture: judges JPEG, PNG, WebP and HEIC, to their end. Throws a `Failure`.
    public init(picture: @escaping @Sendable (_ whole: [UInt8]) throws -> MediaFacts) { self.picture = picture }

    /// What a file is.
    ///
    /// - Throws: `badMedia` for what is empty, damaged, cut short, too large or of no kind that is taken; `nameLies` when its name says
    ///   something else.
    public func facts(of source: MediaSource) throws -> MediaFacts {
        let facts: MediaFacts
        do {
            facts = try structure(of: source)
        } catch let malformed as ByteReader.Malformed {
            throw Failure.badMedia(malformed.what)
        }
        guard facts.width > 0, facts.height > 0 else { throw Failure.badMedia("has no size") }
        guard max(facts.width, facts.height) <= MediaJudge.longestSide else {
            throw Failure.badMedia(
                "is \(facts.width) × \(facts.height) pixels; at most \(MediaJudge.longestSide) a side are taken")
        }
        try believe(source.name, facts.format)
        return facts
    }

    private func structure(of source: MediaSource) throws -> MediaFacts {
        guard source.size > 0 else { throw ByteReader.Malformed("is empty") }
        let head = ByteReader(try source.bytes(0, min(source.size, 64)))
        if EBML.begins(head) { return try WebMStructure(checked(source, video: true)).facts() }
        if let movie = try MovieStructure(checked(source, video: true), head: head) { return try movie.facts() }
        let whole = try checked(source, video: false).bytes(0, source.size)
        return head.starts(with: "GIF8".utf8) ? try GIFStructure.read(ByteReader(whole, order: .little)) : try picture(whole)
    }

    private func checked(_ source: MediaSource, video: Bool) throws -> MediaSource {
        let limit = video ? MediaJudge.largestVideo : MediaJudge.largestPicture
        guard source.size <= limit else {
            throw ByteReader.Malformed("is \(source.size >> 20) MB large; at most \(limit >> 20) MB are taken")
        }
        return source
    }

    /// A name that says something else was given by mistake, or by somebody who means no good.
    private func believe(_ name: String, _ format: MediaFormat) throws {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return }
        let ending = name[name.index(after: dot)...].lowercased()
        guard !ending.isEmpty, !format.honestExtensions.contains(ending) else { return }
        throw Failure(
            .nameLies, "The file is called .\(ending.prefix(10)), and what is in it is \(format.rawValue.uppercased()).",
            advice: "Call it .\(format.fileExtension) if that is what it should be.", kind: .badData)
    }
}

extension Failure {
    /// Something is wrong with a file; `what` completes "The file …".
    static func badMedia(_ what: String) -> Failure {
        Failure(
            .badMedia, "The file \(what).", advice: "Take a JPEG, PNG, WebP, HEIC, GIF, MP4, MOV or WebM that is whole.",
            kind: .badData)
    }
}
