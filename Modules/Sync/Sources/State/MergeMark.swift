import Kernel

/// Marks a transaction that merges other devices' records, to distinguish it from local changes in
/// the feed.
struct MergeMark: Storable {
    static let collection = RecordCollection<MergeMark>("sync.merges")

    /// A counter that restarts when the feed is put into batches.
    let id: Identifier<MergeMark>
    /// The results of the merge that other devices must receive.
    let made: [RecordAddress]

    static func id(_ number: Int) -> Identifier<MergeMark> { Identifier("\(number)") }
}
