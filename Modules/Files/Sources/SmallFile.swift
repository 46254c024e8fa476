import Kernel

/// A person's own small file at a path: a key, an identity, a choice.
///
/// It is written durably and atomically with mode 0600, in a folder that is created if needed.
package struct SmallFile: Sendable {
    package let path: String
    /// The maximum size in bytes.
    package let limit: Int

    package init(_ path: String, limit: Int) {
        self.path = path
        self.limit = limit
    }

    private var name: String { String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]) }

    private var parent: String {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns the contents, or nil if the file does not exist or its folder cannot be reached.
    ///
    /// - Parameter isSecret: whether a file that other users may read or that another user owns is
    ///   refused.
    /// - Throws: `FileError`, with the reason.
    package func read(isSecret: Bool = false) throws -> [UInt8]? {
        let folder: Folder
        do { folder = try Folder.open(parent, [], making: false) } catch FileError.missing, FileError.notAFolder {
            return nil
        }
        do {
            let file = try folder.openFile(name)
            if isSecret { try checkPermissions(file.ownership) }
            guard file.size <= limit else { throw FileError.other("it is too large") }
            return try file.bytes(at: 0, count: file.size)
        } catch FileError.missing {
            return nil
        } catch FileError.notAFolder {
            throw FileError.other("it is a symbolic link")
        }
    }

    private func checkPermissions(_ ownership: (owner: uid_t, mode: mode_t)) throws {
        guard ownership.owner == geteuid() else { throw FileError.other("it belongs to another user") }
        guard ownership.mode & 0o077 == 0 else {
            throw FileError.other("other people can read it; correct that with `chmod 600 '\(path)'`")
        }
    }

    /// Creates the file if it does not exist. If two processes do so at once, one gets an error,
    /// and both find the same complete file.
    ///
    /// - Throws: `FileError`.
    package func createIfMissing(_ bytes: [UInt8]) throws {
        let folder = try Folder.open(parent, [], making: true)
        try folder.withFreeDraftName(name) { try folder.writeNew(bytes, named: name, draft: $0) }
    }

    /// Writes the file and replaces an existing one.
    ///
    /// - Parameter isDurable: whether the call waits until the file is on the medium.
    /// - Throws: `FileError`. The previous file is unchanged then.
    package func replace(_ bytes: [UInt8], isDurable: Bool = true) throws {
        let folder = try Folder.open(parent, [], making: true)
        try folder.withFreeDraftName(name) { try folder.replace(bytes, named: name, draft: $0, isDurable: isDurable) }
    }

    /// Removes the file, if it exists.
    ///
    /// - Throws: `FileError`.
    package func remove() throws {
        do {
            try Folder.open(parent, [], making: false).remove(name)
        } catch FileError.missing, FileError.notAFolder {
            return
        }
    }
}
