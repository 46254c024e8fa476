/// The folders of a store's directory whose contents depend on records.
public struct SidecarFolders: Sendable {
    /// The folders of caches and copies, emptied at every purge.
    public var caches: [String]
    /// The folder of the editor drafts, each in a subfolder of its own.
    public var drafts: String?

    /// The names that apps use: copies that older versions kept before a reset, search indexes, and
    /// drafts.
    public static let app = SidecarFolders(caches: ["kept", "search"], drafts: "drafts")

    public init(caches: [String] = [], drafts: String? = nil) {
        self.caches = caches
        self.drafts = drafts
    }
}
