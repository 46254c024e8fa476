import Kernel

/// The header of a file in a tar archive (POSIX.1-2001, `ustar` and `pax`).
package struct TarEntry: Hashable, Sendable {
    /// The kind of an entry.
    package enum Kind: Hashable, Sendable {
        case file
        case folder
        /// A link, a device or a pipe, named with its article.
        case other(String)
    }

    package let path: String
    package let kind: Kind
    /// The length of the contents in bytes.
    package let size: Int
    /// Seconds since 1970.
    package let time: Int

    package init(_ path: String, kind: Kind = .file, size: Int, time: Int) {
        self.path = path
        self.kind = kind
        self.size = size
        self.time = time
    }

    /// The block size in bytes. Everything in an archive begins at a multiple of it.
    static let block = 512

    /// Returns the number of padding bytes between contents of a size and the next block.
    static func padding(after size: Int) -> Int { (block - size % block) % block }
}

extension Failure {
    /// Returns the failure for a malformed archive.
    ///
    /// - Parameter what: the problem, with a capital letter and without a full stop.
    package static func badArchive(_ what: String) -> Failure {
        Failure(.backupDamaged, "\(what).", advice: "Nothing was changed.", kind: .badData)
    }
}
