import Kernel

/// The state of the store and the place after a file round without work. While both are unchanged,
/// the next round has no work either.
struct IdleFileRound: Storable {
    static let collection = RecordCollection<IdleFileRound>("sync.quiet")
    static let only = Identifier<IdleFileRound>("quiet")

    private(set) var id = IdleFileRound.only
    /// The end of the feed at the round's start. Only this record follows it.
    let feed: Int
    /// The fingerprint of the place after the round.
    let tally: String
}
