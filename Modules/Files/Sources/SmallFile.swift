import Kernel

/// A small file of a person's own at a path: a key, an identity, a choice. It is read as what it is, and written whole and durable or not at all,
/// 0600, in a folder that is made for it.
public struct SmallFile: Sendable {
    /// Where it is, absolute.
    public let path: String
    /// What it may hold, in bytes.
    public let limit: Int

    /// The file at a path, whether it is there or not.
    public init(_ path: String, limit: Int) { (self.path, self.limit) = (path, limit) }

    private var name: String { String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]) }

    private var parent: String {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// What it holds; nil where there is none, and where something stands in the way of its folder.
    ///
    /// - Parameter isSecret: whether one that others may read, or that belongs to somebody else, is refused.
    /// - Throws: `FileTrouble`, with what is wrong.
    public func read(isSecret: Bool = false) throws -> [UInt8]? {
        let folder: Folder
        do { folder = try Folder.open(parent, [], making: false) } catch FileTrouble.missing, FileTrouble.notAFolder {
            return nil
        }
        do {
            let file = try folder.openFile(name)
            if isSecret { try judge(file.facts) }
            guard file.size <= limit else { throw FileTrouble.other("it is too large") }
            return try file.bytes(at: 0, count: file.size)
        } catch FileTrouble.missing {
            return nil
        } catch FileTrouble.notAFolder {
            throw FileTrouble.other("it is a symbolic link")
        }
    }

    private func judge(_ facts: (owner: uid_t, mode: mode_t)) throws {
        guard facts.owner == geteuid() else { throw FileTrouble.other("it belongs to somebody else") }
        guard facts.mode & 0o077 == 0 else {
            throw FileTrouble.other("other people can read it; correct that with `chmod 600 '\(path)'`")
        }
    }

    /// Writes it where there is none; of two who do so at once one is told that it exists, and both find the same, whole.
    ///
    /// - Throws: `FileTrouble`.
    public func make(_ bytes: [UInt8]) throws {
        let folder = try Folder.open(parent, [], making: true)
        try folder.drafting(name) { try folder.writeNew(bytes, named: name, draft: $0) }
    }

    /// Writes it, in the place of one that is there.
    ///
    /// - Parameter isDurable: whether it waits until the file is on the medium.
    /// - Throws: `FileTrouble`; what was there is there still then.
    public func replace(_ bytes: [UInt8], isDurable: Bool = true) throws {
        let folder = try Folder.open(parent, [], making: true)
        try folder.drafting(name) { try folder.replace(bytes, named: name, draft: $0, isDurable: isDurable) }
    }

    /// Removes it, if it is there.
    ///
    /// - Throws: `FileTrouble`.
    public func remove() throws {
        do {
            try Folder.open(parent, [], making: false).remove(name)
        } catch FileTrouble.missing, FileTrouble.notAFolder {
            return
        }
    }
}
