import Kernel

/// Where a pack's files come from: the port through which Content gets bytes without opening anything.
///
/// `read` gives the bytes of a path inside the pack. It throws a `Failure`: `.missingInput` when there is no such file, `.badData` when
/// the path leaves the pack, the file is no ordinary file, or it is larger than `PackSource.sizeLimit`. Asked twice it gives the same.
public struct PackSource: Sendable {
    /// The largest file that is read, in bytes.
    public static let sizeLimit = 8 * 1024 * 1024

    /// What to call it in a report: a folder, a file, `bundled`.
    public let name: String
    /// The file that describes the pack: `pack.json` of a folder, or the single file itself.
    public let manifest: String
    /// The bytes of one path.
    public let read: @Sendable (_ path: String) throws -> [UInt8]

    /// A source over any bytes.
    public init(name: String, manifest: String = "pack.json", read: @escaping @Sendable (_ path: String) throws -> [UInt8]) {
        self.name = name
        self.manifest = manifest
        self.read = read
    }

    /// A pack that is in memory already: files by path.
    public static func memory(_ name: String, manifest: String = "pack.json", files: [String: [UInt8]]) -> PackSource {
        PackSource(name: name, manifest: manifest) { path in
            try checkPath(path)
            guard let bytes = files[path] else { throw missing(path, in: name) }
            try checkSize(bytes.count, path)
            return bytes
        }
    }

    /// Throws `pathLeavesPack` unless the path is relative, stays inside, and names a JSON file.
    public static func checkPath(_ path: String) throws {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let isClean =
            parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." } && !path.utf8.contains(0x5C)
            && !TextForm.hasControls(path)
        guard isClean, path.hasSuffix(".json"), path.utf8.count <= 255 else {
            throw Failure(
                .pathLeavesPack, "“\(Folding.shown(path))” is not a path inside the pack.",
                advice: "Use a relative path to a .json file, without . or .. parts.", kind: .badData)
        }
    }

    /// Throws `fileTooLarge` above `sizeLimit`.
    public static func checkSize(_ size: Int, _ path: String) throws {
        guard size <= sizeLimit else {
            throw Failure(
                .fileTooLarge, "\(Folding.shown(path)) is larger than 8 MB.", advice: "Split the pack into several files.",
                kind: .badData)
        }
    }

    /// What `read` throws when there is no such file.
    public static func missing(_ path: String, in name: String) -> Failure {
        Failure(
            .missingPackFile, "\(Folding.shown(name)) has no file \(Folding.shown(path)).",
            advice: "Check the path, or remove it from the pack's list.", kind: .missingInput)
    }
}
