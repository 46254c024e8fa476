import Kernel

/// The path of a blob in a store, defined by each feature.
///
/// It never contains `..`, an absolute part or a hidden part, so any path can be joined to a
/// folder.
package protocol BlobPath: Hashable, Sendable, CustomStringConvertible {
    /// The top folders of such paths. Other entries of a store's root are ignored.
    static var roots: [String] { get }
    /// The number of components of every path.
    static var depth: Int { get }
    /// The folders from the top, then the file name, which has one dot.
    var components: [String] { get }
    /// Parses `components`. Returns nil if they are not a valid path.
    init?(components: [String])
    /// Returns the failure to show for an error of the store.
    func failure(_ trouble: BlobError) -> Failure
}

extension BlobPath {
    /// Returns whether the part of a file name before the dot is valid.
    ///
    /// A valid name has 1 to 64 lower-case letters, digits and dashes, and no dash at the start.
    package static func isSafe(_ name: String) -> Bool {
        guard (1...64).contains(name.utf8.count), name.utf8.first != UInt8(ascii: "-") else { return false }
        return name.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-") }
    }
}

/// The errors of a blob store. `why` is the text after a colon.
package enum BlobError: Hashable, Sendable {
    case exists
    case missing
    case unreadable(why: String)
    /// The blob cannot be stored in the folder `root`.
    case writeFailed(root: String, why: String)
    case notRemoved(why: String)
}
