import Kernel

/// A folder of our own, readable by nobody else, gone with everything in it when this goes. It holds files and no folders.
public final class TemporaryFolder {
    /// Where it is.
    public let path: String
    private let folder: Folder

    /// A new folder, whose name is drawn by chance behind the prefix.
    ///
    /// - Parameter parent: an existing folder.
    /// - Throws: `FileTrouble`.
    public init(below parent: String, prefix: String) throws {
        var template = Array("\(parent)/\(prefix)-XXXXXX".utf8CString)
        guard let made = template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap { mkdtemp($0) } }) else {
            throw FileTrouble(errno)
        }
        path = String(cString: made)
        folder = try Folder.open(path, [], making: false)
    }

    deinit {
        for name in (try? folder.names(hidden: true)) ?? [] { unlink(path(of: name)) }
        rmdir(path)
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
}
