import Kernel
import Pictures

/// The path of a file in the club's blob store: `Media/<name>.<ending>`, with its last part as its
/// name.
package struct MediaPath: BlobPath, LosslessStringConvertible {
    private static let folder = "Media"
    package static let roots = [folder]
    /// The number of path components below the root of the store.
    package static let depth = 2

    /// The file name without its extension: the identifier of the attachment.
    package let name: String
    /// The format, which determines the file name extension: JPEG, MP4 and so on.
    package let format: PictureFormat

    /// Creates a path. An unsafe name gives nil.
    package init?(name: String, format: PictureFormat) {
        guard MediaPath.isSafe(name) else { return nil }
        self.name = name
        self.format = format
    }

    /// Parses a `description`. Other text gives nil.
    package init?(_ description: String) {
        let parts = description.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let format = PictureFormat(fileExtension: parts[1]) else { return nil }
        self.init(name: String(parts[0]), format: format)
    }

    /// Parses `components`. Other values give nil.
    package init?(components: [String]) {
        guard components.count == MediaPath.depth, components[0] == MediaPath.folder else { return nil }
        self.init(components[1])
    }

    /// The file name, for example `01k2x….jpg`.
    package var description: String { "\(name).\(format.fileExtension)" }

    package var components: [String] { [MediaPath.folder, description] }

    /// Returns the failure of a file operation, for the user.
    package func failure(_ error: BlobError) -> Failure {
        switch error {
        case .exists:
            Failure(
                .mediaExists, "There is already a file \(self).", advice: "Nothing was overwritten.",
                kind: .cannotCreate)
        case .missing:
            Failure(
                .mediaMissing, "The file \(self) is no longer there.",
                advice: "`media check` lists what is missing; add it again.", kind: .missingInput)
        case .unreadable(let reason):
            Failure(.mediaMissing, "The file \(self) cannot be read: \(reason).", kind: .missingInput)
        case .writeFailed(let root, let reason):
            Failure(
                .mediaNotKept, "The file cannot be kept in \(root)/\(MediaPath.folder): \(reason).",
                advice: "Nothing was added. Check that there is enough space and that the folder is yours.",
                kind: .cannotCreate)
        case .notRemoved(let reason):
            Failure(
                .mediaNotRemoved, "The file \(self) cannot be removed: \(reason).", advice: "`media sweep` tries again."
            )
        }
    }
}
