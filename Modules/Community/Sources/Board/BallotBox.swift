import Kernel

/// The storage of a board's ballots outside its records.
///
/// A store logs the time, device and order of each change, so votes must stay out of stores that
/// people share as files. Without a box, `StoredCommunityBoard` keeps the ballots as one record.
/// Use that only for stores with no other reader.
package protocol BallotBox: Sendable {
    /// Reads the ballots, or returns empty ones if none are saved.
    func load() throws -> Ballots
    /// Changes the ballots atomically, one caller at a time, or not at all if the body throws.
    /// Unchanged ballots are not written.
    func change<Value>(_ body: (inout Ballots) throws -> Value) throws -> Value
}

/// The ballots as one record, for a store without a box.
struct StoredBallots: Storable {
    let id: Identifier<StoredBallots>
    let text: String

    init(_ ballots: Ballots) {
        id = StoredBallots.only
        text = String(decoding: ballots.bytes, as: UTF8.self)
    }

    var ballots: Ballots { get throws { try Ballots(bytes: Array(text.utf8)) } }

    static let only: Identifier<StoredBallots> = "ballots"
    static let collection = RecordCollection<StoredBallots>("community.ballots")
}
