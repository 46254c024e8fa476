import Kernel

/// A folder of our own, readable by nobody else, gone with everything in it when this goes. It holds files and no folders.
///
/// It is locked while somebody has it, so that `sweep` knows what a killed process left.
public final class TemporaryFolder {
    /// Where it is.
    public let path: String
    private let folder: Folder
    /// The folders above it that were not there, the innermost first.
    private let made: [String]
    private var isKept = false

    /// A new folder, whose name is drawn by chance behind the prefix.
    ///
    /// - Parameter parent: a folder. It is made, 0700, when it is not there, and goes again when nothing else came into it.
    /// - Throws: `FileTrouble`.
    public init(below parent: String, prefix: String) throws {
        var made: [String] = []
        for _ in 0..<10 {
            var template = Array("\(parent)/\(prefix)-XXXXXX".utf8CString)
            guard let name = template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap { mkdtemp($0) } }) else {
                guard errno == ENOENT else { throw FileTrouble(errno) }
                made = made.isEmpty ? TemporaryFolder.missing(parent) : made
                _ = try Folder.open(parent, [], making: true)
                continue
            }
            let path = String(cString: name)
            // Whoever sweeps in this moment may have taken it for something that was left.
            guard let folder = try? Folder.open(path, [], making: false), folder.isLocked() else { continue }
            (self.path, self.folder, self.made) = (path, folder, made)
            return
        }
        throw FileTrouble.missing
    }

    deinit {
        guard !isKept else { return }
        TemporaryFolder.remove(path, folder)
        for folder in made { rmdir(folder) }
    }

    private static func missing(_ path: String) -> [String] {
        guard path.count > 1, access(path, F_OK) != 0, let slash = path.lastIndex(of: "/") else { return [] }
        return [path] + missing(String(path[..<slash]))
    }

    /// The path of a file in here, for programs.
    public func path(of name: String) -> String { "\(path)/\(name)" }

    /// Writes a file that is not there yet, 0600. It is not synced: it does not outlive us.
    ///
    /// - Returns: its path.
    /// - Throws: `FileTrouble`.
    public func write(_ bytes: [UInt8], to name: String) throws -> String {
        try folder.write(bytes, to: name)
        return path(of: name)
    }

    /// The bytes of a regular file; at most `limit`.
    ///
    /// - Throws: `FileTrouble`.
    public func read(_ name: String, limit: Int) throws -> [UInt8] { try folder.read(name, limit: limit) }

    /// Lets the folder stay when this goes, with what is in it.
    public func keep() { isKept = true }

    /// What earlier folders of this prefix hold that nobody has any more: kept ones, and those of processes that were killed. By name; none
    /// where there is no such parent.
    public static func left(below parent: String, prefix: String) -> [Leftover] {
        folders(below: parent, prefix).flatMap { path, folder in
            ((try? folder.names()) ?? []).compactMap { name in
                folder.facts(of: name).map { Leftover(path: "\(path)/\(name)", changedAt: $0.changedAt) }
            }
        }
    }

    /// Removes the folders of this prefix that nobody has any more, and with the last of them the parent when nothing else is in it.
    ///
    /// - Parameter limit: only those in which no file was changed since; nil for all.
    public static func sweep(below parent: String, prefix: String, changedBefore limit: Instant? = nil) {
        for (path, folder) in folders(below: parent, prefix) {
            let changes = ((try? folder.names(hidden: true)) ?? []).compactMap { folder.facts(of: $0)?.changedAt }
            if let limit, changes.contains(where: { $0 >= limit }) { continue }
            remove(path, folder)
            rmdir(parent)
        }
    }

    /// Folders below a parent that nobody has, locked by us from now on.
    private static func folders(below parent: String, _ prefix: String) -> [(path: String, folder: Folder)] {
        guard let names = try? Folder.open(parent, [], making: false).names() else { return [] }
        let length = "\(prefix)-XXXXXX".utf8.count
        return names.filter { $0.hasPrefix("\(prefix)-") && $0.utf8.count == length }.compactMap { name in
            let path = "\(parent)/\(name)"
            guard let folder = try? Folder.open(parent, [name], making: false), folder.isLocked() else { return nil }
            return (path, folder)
        }
    }

    private static func remove(_ path: String, _ folder: Folder) {
        for name in (try? folder.names(hidden: true)) ?? [] { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    /// A file that was left.
    public struct Leftover: Hashable, Sendable {
        /// Where it is.
        public let path: String
        /// When it was last written.
        public let changedAt: Instant
    }
}
