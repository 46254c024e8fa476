/// What lies in the directory of a store beside its log and holds what records hold.
public struct Surroundings: Sendable {
    /// Folders of caches and copies, which are emptied whenever a record goes for good.
    public var caches: [String]
    /// The folder in which drafts of an editor lie, in a folder each.
    public var drafts: String?

    /// As apps name them: copies that older versions kept before a reset, indexes of the search, drafts.
    public static let ofApp = Surroundings(caches: ["kept", "search"], drafts: "drafts")

    /// Folders by name.
    public init(caches: [String] = [], drafts: String? = nil) { (self.caches, self.drafts) = (caches, drafts) }
}
