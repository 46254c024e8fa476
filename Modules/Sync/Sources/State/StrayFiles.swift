import Kernel

/// Since when a file lies in the place of which nothing here tells. Of this device alone.
struct StrayFiles: Storable, Hashable {
    static let collection = RecordCollection<StrayFiles>("sync.strays")
    static let only = Identifier<StrayFiles>("strays")

    private(set) var id = StrayFiles.only
    /// By name; how old this device was then, in milliseconds.
    var since: [String: Int64] = [:]
}
