import Kernel

/// What can be voted for.
public protocol VoteSubject: Storable {
    /// The collection that its votes are kept in.
    static var voteCollection: String { get }
}

/// One person's vote for one thing. Its identifier is made of both, so a second one is the first again.
public struct Vote<Subject: VoteSubject>: Storable, Hashable {
    /// `item:voter`.
    public let id: Identifier<Vote<Subject>>
    /// What the person is for.
    public let subject: Identifier<Subject>
    /// Whose.
    public let voter: Voter
    /// When.
    public let votedAt: Instant

    /// The one vote that this person can have for this thing.
    public init(_ subject: Identifier<Subject>, by voter: Voter, at instant: Instant) {
        (id, self.subject, self.voter, votedAt) = (Vote.id(subject, voter), subject, voter, instant)
    }

    /// The names in the identifier are not kept a second time: there are more votes than anything else.
    private enum CodingKeys: String, CodingKey {
        case id
        case votedAt = "at"
    }

    /// Reads a vote, its subject and its voter from its identifier.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Identifier<Vote<Subject>>.self, forKey: .id)
        votedAt = try container.decode(Instant.self, forKey: .votedAt)
        guard let colon = id.rawValue.lastIndex(of: ":") else {
            throw DecodingError.dataCorruptedError(forKey: .id, in: container, debugDescription: "not item:voter")
        }
        subject = Identifier(String(id.rawValue[..<colon]))
        voter = Voter(rawValue: String(id.rawValue[id.rawValue.index(after: colon)...]))
    }

    static func id(_ subject: Identifier<Subject>, _ voter: Voter) -> Identifier<Vote<Subject>> {
        Identifier("\(subject):\(voter.rawValue)")
    }

    /// Answers counts without decoding a vote.
    static var bySubject: Index<Vote<Subject>, Identifier<Subject>> { .ordered("subject") { $0.subject } }
    /// Where votes for this kind of thing are kept.
    public static var collection: RecordCollection<Vote<Subject>> {
        RecordCollection(Subject.voteCollection, indexes: [bySubject])
    }
}
