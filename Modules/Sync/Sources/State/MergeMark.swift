import Kernel

/// Stands in each transaction that takes in records of others, so that the feed tells them from what was written here.
struct MergeMark: Storable {
    static let collection = RecordCollection<MergeMark>("sync.merges")

    /// Counted since the feed was last in batches; used again from then on.
    let id: Identifier<MergeMark>
    /// What the transaction made of its own, and the others must be told.
    let made: [RecordAddress]

    static func id(_ number: Int) -> Identifier<MergeMark> { Identifier("\(number)") }
}
