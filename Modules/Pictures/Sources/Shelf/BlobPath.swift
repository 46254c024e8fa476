import Kernel

/// Where a blob lies on a shelf. Whoever keeps blobs says which paths there are, and only safe ones can be made: no `..`, nothing absolute,
/// nothing hidden; so any of them can be joined to a folder.
public protocol BlobPath: Hashable, Sendable, CustomStringConvertible {
    /// The folders that such paths begin with. What lies beside them in a shelf's root is not looked at.
    static var roots: [String] { get }
    /// How many components such a path has.
    static var depth: Int { get }
    /// The folders, outermost first, and the name of the file, which has one dot.
    var components: [String] { get }
    /// Reads what `components` gives; nil for anything else.
    init?(components: [String])
    /// What a person is told when a shelf can not do what was asked of it.
    func failure(_ trouble: BlobTrouble) -> Failure
}

extension BlobPath {
    /// Whether a name can stand before the dot: 1 to 64 lower-case letters, digits and dashes, no dash first.
    public static func isSafe(_ name: String) -> Bool {
        guard (1...64).contains(name.utf8.count), name.utf8.first != UInt8(ascii: "-") else { return false }
        return name.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-") }
    }
}

/// What a shelf can not do. `why` stands behind a colon.
public enum BlobTrouble: Hashable, Sendable {
    /// Something lies at the path already.
    case exists
    /// Nothing lies there.
    case missing
    /// What lies there cannot be read.
    case unreadable(why: String)
    /// It cannot be kept in the folder `root`.
    case notKept(root: String, why: String)
    /// It cannot be removed.
    case notRemoved(why: String)
}
