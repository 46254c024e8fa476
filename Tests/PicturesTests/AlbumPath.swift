import Foundation
import Kernel
import Pictures
import XCTest

/// Paths of four parts, as an album has them: `Photos/2026/11/a1.jpg`.
struct AlbumPath: BlobPath {
    static let roots = ["Photos", "Thumbnails"]
    static let depth = 4
    static let some = [
        "Photos/2026/12/b.jpg", "Photos/2026/12/a.jpg", "Photos/2026/3/c.jpg", "Thumbnails/2026/12/a.jpg", "Photos/2026/12/a.png",
    ].compactMap { AlbumPath($0) }

    let components: [String]

    init?(_ text: String) { self.init(components: text.split(separator: "/").map(String.init)) }

    init?(components: [String]) {
        let parts = components.last?.split(separator: ".", omittingEmptySubsequences: false).map(String.init) ?? []
        guard components.count == AlbumPath.depth, AlbumPath.roots.contains(components[0]), parts.count == 2,
            AlbumPath.isSafe(parts[0]), PictureFormat(fileExtension: parts[1]) != nil,
            components[1...2].allSatisfy({ Int($0) != nil })
        else { return nil }
        self.components = components
    }

    var description: String { components.joined(separator: "/") }

    func failure(_ trouble: BlobTrouble) -> Failure {
        switch trouble {
        case .exists: Failure(.init("exists"), "\(self) exists.")
        case .missing: Failure(.init("missing"), "\(self) is missing.")
        case .unreadable(let why): Failure(.init("unreadable"), "\(self): \(why).")
        case .notKept(let root, let why): Failure(.init("notKept"), "\(root)/\(self): \(why).")
        case .notRemoved(let why): Failure(.init("notRemoved"), "\(self): \(why).")
        }
    }
}

/// A folder that goes with the test.
final class TestFolder {
    let root: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "pictures-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        root = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    func path(_ name: String) -> String { "\(root)/\(name)" }

    /// A program in this folder that is a shell script.
    func script(_ name: String, _ body: String) throws {
        try "#!/bin/sh\n\(body)\n".write(toFile: path(name), atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path(name))
    }
}
