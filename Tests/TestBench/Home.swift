import Foundation
import Synchronization

/// A folder of its own for one test, gone with it.
public final class Home: Sendable {
    /// Where it is, absolute.
    public let path: String

    /// An empty folder.
    ///
    /// - Parameter isQuick: in memory where the system has such a place, for tests that would wait for thousands of syncs.
    /// - Throws: when there is no place for temporary files.
    public init(isQuick: Bool = false) throws {
        let memory = isQuick && FileManager.default.isWritableFile(atPath: "/dev/shm")
        // No app sweeps folders of this name, as another test might let it do in this moment.
        var template = Array("\(memory ? "/dev/shm" : FileManager.default.temporaryDirectory.path)/bench-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        path = String(cString: made)
        _ = Home.sweeping
        Home.left.withLock { _ = $0.insert(path) }
    }

    deinit { Home.left.withLock { Home.remove(path, of: &$0) } }

    /// XCTest keeps its cases, and what they hold, until the process ends: what they never let go of goes then.
    private static let left = Mutex(Set<String>())
    private static let sweeping: Void = {
        atexit { Home.left.withLock { left in for path in left { Home.remove(path, of: &left) } } }
    }()

    private static func remove(_ path: String, of left: inout Set<String>) {
        try? FileManager.default.removeItem(atPath: path)
        left.remove(path)
    }

    /// The path of something in it, whether it is there or not.
    public func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file.
    ///
    /// - Returns: its path.
    @discardableResult
    public func file(_ name: String, _ bytes: some Sequence<UInt8>, mode: Int = 0o600) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
        return path(name)
    }

    /// Writes a text file.
    ///
    /// - Returns: its path.
    @discardableResult
    public func file(_ name: String, _ text: String, mode: Int = 0o600) throws -> String { try file(name, text.utf8, mode: mode) }

    /// Writes a program for the shell.
    ///
    /// - Returns: its path.
    @discardableResult
    public func program(_ name: String, _ script: String = "") throws -> String {
        try file(name, "#!/bin/sh\n\(script)\n", mode: 0o755)
    }

    /// Makes a folder.
    ///
    /// - Returns: its path.
    @discardableResult
    public func folder(_ name: String) throws -> String {
        try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
        return path(name)
    }

    /// The text of a file; empty when there is none.
    public func text(_ name: String) -> String { (try? String(contentsOfFile: path(name), encoding: .utf8)) ?? "" }

    /// The bytes of a file.
    ///
    /// - Throws: when it is not there.
    public func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path(name))) }
}
