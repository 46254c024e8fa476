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
    /// What for.
    public let subject: Identifier<Subject>
    /// Whose.
    public let voter: Author
    /// When.
    public let votedAt: Instant

    /// A vote.
    public init(_ subject: Identifier<Subject>, by voter: Author, at instant: Instant) {
        (id, self.subject, self.voter, votedAt) = (Vote.id(subject, voter), subject, voter, instant)
    }

    static func id(_ subject: Identifier<Subject>, _ voter: Author) -> Identifier<Vote<Subject>> {
        Identifier("\(subject):\(voter.rawValue)")
    }

    /// Answers counts without decoding a vote.
    static var bySubject: Index<Vote<Subject>, Identifier<Subject>> { .ordered("subject") { $0.subject } }
    /// Where votes for this kind of thing are kept.
    public static var collection: RecordCollection<Vote<Subject>> {
        RecordCollection(Subject.voteCollection, indexes: [bySubject])
    }
}
