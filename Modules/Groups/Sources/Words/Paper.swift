import Kernel

/// Something that a member wrote and shares: of a kind that the feature declares, with a content that only the feature reads.
public struct Paper: Hashable, Sendable {
    /// Made by whoever writes it, so that sending it twice is sending it once.
    public let id: Identifier<Paper>
    /// One of the kinds that the statutes declare.
    public let kind: String
    /// In whose name it is written.
    public let author: Identifier<Member>
    /// Who wrote it in the author's name, as their guardian; nil for the author.
    public let writer: Identifier<Member>?
    /// Whom it is about; nil for nobody.
    public let about: Identifier<Member>?
    /// The paper that it answers; nil for one that stands for itself.
    public let answers: Identifier<Paper>?
    /// Whom it is for.
    public var audience: Audience
    /// One word by which papers of its kind may be counted, 1–60 characters; nil for none.
    public var label: String?
    /// The feature's bytes.
    public var content: [UInt8]
    /// When it was written, by the writer's clock.
    public let writtenAt: Instant
    /// The writer's day.
    public let day: Day
    /// When it was last changed; nil for as it was written.
    public var changedAt: Instant?

    /// A paper as it is written.
    ///
    /// - Parameter writer: the guardian who writes it, where that is not the author.
    public init(
        id: Identifier<Paper>, kind: String, author: Identifier<Member>, writer: Identifier<Member>? = nil,
        about: Identifier<Member>? = nil, answers: Identifier<Paper>? = nil, audience: Audience, label: String? = nil,
        content: [UInt8], writtenAt: Instant, day: Day, changedAt: Instant? = nil
    ) {
        (self.id, self.kind, self.author, self.writer, self.about, self.answers) = (id, kind, author, writer, about, answers)
        (self.audience, self.label, self.content) = (audience, label, content)
        (self.writtenAt, self.day, self.changedAt) = (writtenAt, day, changedAt)
    }

    /// The same under an id that follows from something which several may do, so that it comes once.
    public func under(_ id: Identifier<Paper>) -> Paper {
        Paper(
            id: id, kind: kind, author: author, writer: writer, about: about, answers: answers, audience: audience, label: label,
            content: content, writtenAt: writtenAt, day: day, changedAt: changedAt)
    }
}

extension Paper: Codable {
    /// As records keep it: the content in base 64.
    private struct Kept: Codable {
        let id: Identifier<Paper>
        let kind: String
        let author: Identifier<Member>
        let writer: Identifier<Member>?
        let about: Identifier<Member>?
        let answers: Identifier<Paper>?
        let audience: Audience
        let label: String?
        let content: String
        let writtenAt: Instant
        let day: Day
        let changedAt: Instant?
    }

    /// Reads what `encode` wrote.
    public init(from decoder: any Decoder) throws {
        let kept = try Kept(from: decoder)
        guard let content = Data(base64Encoded: kept.content) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no base 64"))
        }
        self.init(
            id: kept.id, kind: kept.kind, author: kept.author, writer: kept.writer, about: kept.about, answers: kept.answers,
            audience: kept.audience, label: kept.label, content: Array(content), writtenAt: kept.writtenAt, day: kept.day,
            changedAt: kept.changedAt)
    }

    /// Writes it.
    public func encode(to encoder: any Encoder) throws {
        try Kept(
            id: id, kind: kind, author: author, writer: writer, about: about, answers: answers, audience: audience, label: label,
            content: Data(content).base64EncodedString(), writtenAt: writtenAt, day: day, changedAt: changedAt
        ).encode(to: encoder)
    }
}

/// How many people wrote papers of a kind under one label.
public struct LabelCount: Hashable, Sendable, Codable {
    /// The papers' label.
    public let label: String
    /// How many different authors; never under the kind's floor.
    public let people: Int

    /// A count as a place tells it.
    public init(label: String, people: Int) { (self.label, self.people) = (label, people) }
}
