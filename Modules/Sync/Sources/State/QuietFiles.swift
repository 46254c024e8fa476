import Kernel

/// That a round of files had nothing to do: what the store and the place held then. As long as both hold the same, the next has nothing to do either.
struct QuietFiles: Storable {
    static let collection = RecordCollection<QuietFiles>("sync.quiet")
    static let only = Identifier<QuietFiles>("quiet")

    private(set) var id = QuietFiles.only
    /// Where the feed ended when it began. This record is what follows there, and nothing else.
    let feed: Int
    /// What lay in the place.
    let tally: String
}
