import Kernel

/// Where the ballots of a board are kept when they are kept apart from its records.
///
/// A store writes down when a record was changed, by which device and behind which other change: votes must not lie in one that people share
/// as files. `StoredCommunityBoard` without a box keeps them as one record, for stores that nobody else can read.
public protocol BallotBox: Sendable {
    /// The ballots as they are; none where nothing was kept yet.
    func load() throws -> Ballots
    /// Changes them: wholly or, when the body throws, not at all, and one after another. What did not change is not written.
    func change<Value>(_ body: (inout Ballots) throws -> Value) throws -> Value
}

/// The ballots as one record of a store.
struct StoredBallots: Storable {
    let id: Identifier<StoredBallots>
    let text: String

    init(_ ballots: Ballots) { (id, text) = (StoredBallots.only, String(decoding: ballots.bytes, as: UTF8.self)) }

    var ballots: Ballots { get throws { try Ballots(bytes: Array(text.utf8)) } }

    static let only: Identifier<StoredBallots> = "ballots"
    static let collection = RecordCollection<StoredBallots>("community.ballots")
}
