import Kernel

/// The storage of files on this device, such as photos of a diary or videos of a club. The content
/// of a path never changes.
package protocol FileHome: Sendable {
    /// Returns whether a file can be stored at this path.
    func accepts(_ path: String) -> Bool

    /// Returns the size of the file at a path, or nil if there is none.
    func size(of path: String) throws -> Int?

    /// Returns `count` bytes of a file from an offset.
    func bytes(of path: String, at offset: Int, count: Int) throws -> [UInt8]

    /// Stores a file piece by piece, atomically and durably. An existing file is kept.
    ///
    /// - Throws: The errors of `fill`, `Failure`.
    func save(_ path: String, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws
}

/// The file homes of several features as one. Each path belongs to the first home that accepts it.
package struct FileHomes: FileHome {
    private let homes: [any FileHome]

    package init(_ homes: [any FileHome]) { self.homes = homes }

    private func home(of path: String) throws -> any FileHome {
        guard let home = homes.first(where: { $0.accepts(path) }) else {
            throw Failure(.fileUnreadable, "No part of this app keeps files at \(path).", kind: .badData)
        }
        return home
    }

    package func accepts(_ path: String) -> Bool { homes.contains { $0.accepts(path) } }

    package func size(of path: String) throws -> Int? { try home(of: path).size(of: path) }

    package func bytes(of path: String, at offset: Int, count: Int) throws -> [UInt8] {
        try home(of: path).bytes(of: path, at: offset, count: count)
    }

    package func save(_ path: String, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        try home(of: path).save(path, fill: fill)
    }
}

extension ExtensionPoint where Contribution == any FileHome {
    /// The storage of files that records refer to. Apps contribute it.
    package static var fileHomes: Self { ExtensionPoint() }
}
