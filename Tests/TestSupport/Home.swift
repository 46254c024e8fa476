import Foundation
import Synchronization

/// A temporary folder for one test, removed with its value.
public final class Home: Sendable {
    /// The absolute path.
    public let path: String

    /// Creates an empty folder.
    ///
    /// - Parameter isQuick: Whether to use memory if possible, for tests with thousands of syncs.
    ///
    /// - Throws: If no temporary folder can be created.
    public init(isQuick: Bool = false) throws {
        let memory = isQuick && FileManager.default.isWritableFile(atPath: "/dev/shm")
        // The apps don't clean up folders with this name, not even in a test that runs at the same
        // time.
        var template = Array(
            "\(memory ? "/dev/shm" : FileManager.default.temporaryDirectory.path)/bench-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        path = String(cString: made)
        _ = Home.sweeping
        Home.left.withLock { _ = $0.insert(path) }
    }

    deinit { Home.left.withLock { Home.remove(path, of: &$0) } }

    /// XCTest keeps test cases and their values until the process ends. Their folders are removed
    /// then.
    private static let left = Mutex(Set<String>())
    private static let sweeping: Void = {
        atexit { Home.left.withLock { paths in for path in paths { Home.remove(path, of: &paths) } } }
    }()

    private static func remove(_ path: String, of left: inout Set<String>) {
        try? FileManager.default.removeItem(atPath: path)
        left.remove(path)
    }

    /// Returns the path of an entry in the folder; the entry needn't exist.
    public func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file.
    ///
    /// - Returns: Its path.
    @discardableResult
    public func file(_ name: String, _ bytes: some Sequence<UInt8>, mode: Int = 0o600) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
        return path(name)
    }

    /// Writes a text file.
    ///
    /// - Returns: Its path.
    @discardableResult
    public func file(_ name: String, _ text: String, mode: Int = 0o600) throws -> String {
        try file(name, text.utf8, mode: mode)
    }

    /// Writes a shell script as an executable program.
    ///
    /// - Returns: Its path.
    @discardableResult
    public func program(_ name: String, _ script: String = "") throws -> String {
        try file(name, "#!/bin/sh\n\(script)\n", mode: 0o755)
    }

    /// Creates a folder.
    ///
    /// - Returns: Its path.
    @discardableResult
    public func folder(_ name: String) throws -> String {
        try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
        return path(name)
    }

    /// Returns the text of a file, empty if there is none.
    public func text(_ name: String) -> String { (try? String(contentsOfFile: path(name), encoding: .utf8)) ?? "" }

    /// Returns the bytes of a file.
    ///
    /// - Throws: If the file doesn't exist.
    public func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path(name))) }
}
