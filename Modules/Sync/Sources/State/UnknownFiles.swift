import Kernel

/// The files in the place that no record describes, with the time of their discovery. Only this
/// device uses them.
struct UnknownFiles: Storable, Hashable {
    static let collection = RecordCollection<UnknownFiles>("sync.strays")
    static let only = Identifier<UnknownFiles>("strays")

    private(set) var id = UnknownFiles.only
    /// The value of `SyncState.age` when each name was first found.
    var since: [String: Int64] = [:]
}
