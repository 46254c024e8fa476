import Kernel

/// What stands before the contents of a file in a tar archive (POSIX.1-2001, `ustar` and `pax`).
package struct TarEntry: Hashable, Sendable {
    /// What lies there.
    package enum Kind: Hashable, Sendable {
        case file
        case folder
        /// A link, a device, a pipe: what it is, with its article.
        case other(String)
    }

    package let path: String
    package let kind: Kind
    /// Bytes of contents.
    package let size: Int
    /// Seconds since 1970.
    package let time: Int

    /// A regular file, unless it is said to be something else.
    package init(_ path: String, kind: Kind = .file, size: Int, time: Int) {
        (self.path, self.kind, self.size, self.time) = (path, kind, size, time)
    }

    /// Everything in an archive begins at a multiple of this many bytes.
    static let block = 512

    /// How many bytes follow contents of a size until the next block.
    static func padding(behind size: Int) -> Int { (block - size % block) % block }
}

extension Failure {
    /// - Parameter what: what is wrong, with a capital letter and without a full stop.
    static func badArchive(_ what: String) -> Failure {
        Failure(.backupDamaged, "\(what).", advice: "Nothing was changed.", kind: .badData)
    }
}
