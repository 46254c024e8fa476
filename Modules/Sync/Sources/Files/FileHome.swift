import Kernel
import Synchronization

/// Where files lie on this device, as their features keep them: photos of a diary, videos of a club. What lies at a path never changes.
public protocol FileHome: Sendable {
    /// Whether such a path can lie here.
    func holds(_ path: String) -> Bool

    /// How long the file at a path is; nil where there is none.
    func size(of path: String) throws -> Int?

    /// So many bytes of a file, from a place on.
    func bytes(of path: String, at offset: Int, count: Int) throws -> [UInt8]

    /// Keeps a file, piece by piece: whole and durable, or not at all. One that lies there already stays, and that is no failure.
    ///
    /// - Throws: what `fill` throws; `Failure`.
    func keep(_ path: String, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws
}

/// Homes of several features as one: each path belongs to the first that can hold it.
public struct FileHomes: FileHome {
    private let homes: [any FileHome]

    /// Shelves of several features.
    public init(_ homes: [any FileHome]) { self.homes = homes }

    private func home(of path: String) throws -> any FileHome {
        guard let home = homes.first(where: { $0.holds(path) }) else {
            throw Failure(.fileUnreadable, "No part of this app keeps files at \(path).", kind: .badData)
        }
        return home
    }

    /// Whether one of them can.
    public func holds(_ path: String) -> Bool { homes.contains { $0.holds(path) } }

    /// As the home of the path says.
    public func size(of path: String) throws -> Int? { try home(of: path).size(of: path) }

    /// As the home of the path gives it.
    public func bytes(of path: String, at offset: Int, count: Int) throws -> [UInt8] {
        try home(of: path).bytes(of: path, at: offset, count: count)
    }

    /// In the home of the path.
    public func keep(_ path: String, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        try home(of: path).keep(path, fill: fill)
    }
}

/// Files in memory, at any path.
public final class MemoryFileHome: FileHome {
    private let files = Mutex<[String: [UInt8]]>([:])

    /// Without files.
    public init() {}

    /// Any path can.
    public func holds(_ path: String) -> Bool { true }

    /// How long a file is.
    public func size(of path: String) throws -> Int? { files.withLock { $0[path]?.count } }

    /// Some bytes of it.
    public func bytes(of path: String, at offset: Int, count: Int) throws -> [UInt8] {
        guard let file = files.withLock({ $0[path] }), offset >= 0, count >= 0, count <= file.count - offset else {
            throw Failure(.fileUnreadable, "There is no such part of \(path).", kind: .missingInput)
        }
        return Array(file[offset..<offset + count])
    }

    /// Keeps a file.
    public func keep(_ path: String, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        var whole: [UInt8] = []
        try fill { whole += $0 }
        let kept = whole
        files.withLock { if $0[path] == nil { $0[path] = kept } }
    }

    /// Removes a file.
    public func remove(_ path: String) { files.withLock { $0[path] = nil } }

    /// Which files there are.
    public func paths() -> [String] { files.withLock { $0.keys.sorted() } }
}

extension ExtensionPoint where Contribution == any FileHome {
    /// Where files lie that records name; contributed where an app is put together.
    public static var fileHomes: Self { ExtensionPoint("file homes") }
}
