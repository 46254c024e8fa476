import Kernel

/// The source of a pack's files, a port that gives Content bytes without file access.
///
/// `read` returns the bytes of a path inside the pack, and the same bytes each time. It throws a
/// `Failure`:
///
/// - `.missingInput` if the file does not exist.
/// - `.badData` if the path leaves the pack, or the file is not ordinary or exceeds
///   `PackSource.sizeLimit`.
package struct PackSource: Sendable {
    /// The maximum size of a file in bytes.
    package static let sizeLimit = 8 * 1024 * 1024

    /// The name in reports: a folder, a file, `bundled`.
    package let name: String
    /// The file that describes the pack: `pack.json` of a folder, or the single file itself.
    package let manifest: String
    package let read: @Sendable (_ path: String) throws -> [UInt8]

    package init(
        name: String, manifest: String = "pack.json", read: @escaping @Sendable (_ path: String) throws -> [UInt8]
    ) {
        self.name = name
        self.manifest = manifest
        self.read = read
    }

    /// Creates the source of a pack in memory, with its files by path.
    package static func memory(_ name: String, manifest: String = "pack.json", files: [String: [UInt8]]) -> PackSource {
        PackSource(name: name, manifest: manifest) { path in
            try checkPath(path)
            guard let bytes = files[path] else { throw missing(path, in: name) }
            try checkSize(bytes.count, path)
            return bytes
        }
    }

    /// Checks that a path is relative, stays inside the pack, and names a JSON file.
    ///
    /// - Throws: `pathLeavesPack`.
    package static func checkPath(_ path: String) throws {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let isClean =
            parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." } && !path.utf8.contains(0x5C)
            && !TextForm.hasControls(path)
        guard isClean, path.hasSuffix(".json"), path.utf8.count <= 255 else {
            throw Failure(
                .pathLeavesPack, "“\(Folding.printable(path))” is not a path inside the pack.",
                advice: "Use a relative path to a .json file, without . or .. parts.", kind: .badData)
        }
    }

    /// Checks the size of a file.
    ///
    /// - Throws: `fileTooLarge` above `sizeLimit`.
    package static func checkSize(_ size: Int, _ path: String) throws {
        guard size <= sizeLimit else {
            throw Failure(
                .fileTooLarge, "\(Folding.printable(path)) is larger than 8 MB.",
                advice: "Split the pack into several files.", kind: .badData)
        }
    }

    /// Returns the failure of `read` for a missing file.
    package static func missing(_ path: String, in name: String) -> Failure {
        Failure(
            .missingPackFile, "\(Folding.printable(name)) has no file \(Folding.printable(path)).",
            advice: "Check the path, or remove it from the pack's list.", kind: .missingInput)
    }
}
