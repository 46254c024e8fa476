import Kernel

/// What can be voted for.
public protocol VoteSubject: Storable {
    /// What its votes are called in `Ballots`.
    static var voteTopic: String { get }
    /// The collection that its votes were kept in before there were ballots.
    static var formerVotes: String { get }
}

/// A vote as it was kept before there were ballots: a record beside the records of authors, with an instant, in the same transactions as their
/// ledgers. Whoever read the log saw who it was of. It is moved to `Ballots` when the board is opened.
struct FormerVote<Subject: VoteSubject>: Storable {
    /// `item:voter`.
    let id: Identifier<FormerVote<Subject>>

    /// What it is for, and whose; nil when it names no voter.
    var cast: (subject: Identifier<Subject>, voter: Voter)? {
        guard let colon = id.rawValue.lastIndex(of: ":") else { return nil }
        return (
            Identifier(String(id.rawValue[..<colon])),
            Voter(rawValue: String(id.rawValue[id.rawValue.index(after: colon)...]))
        )
    }

    static var collection: RecordCollection<FormerVote<Subject>> { RecordCollection(Subject.formerVotes) }
}
