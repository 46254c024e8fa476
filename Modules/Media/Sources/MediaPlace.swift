import Kernel
import Pictures

/// Where a file lies on the club's shelf: `Media/<name>.<ending>`, called by the last part of it.
public struct MediaPlace: BlobPath, LosslessStringConvertible {
    private static let folder = "Media"
    public static let roots = [folder]
    public static let depth = 2

    /// The file's own name.
    public let name: String
    /// JPEG, MP4 and so on: the ending of its name.
    public let format: PictureFormat

    /// A place; nil when the name is not safe.
    public init?(name: String, format: PictureFormat) {
        guard MediaPlace.isSafe(name) else { return nil }
        (self.name, self.format) = (name, format)
    }

    /// Reads what `description` gives; nil for anything else.
    public init?(_ description: String) {
        let parts = description.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let format = PictureFormat(fileExtension: parts[1]) else { return nil }
        self.init(name: String(parts[0]), format: format)
    }

    /// Reads what `components` gives; nil for anything else.
    public init?(components: [String]) {
        guard components.count == MediaPlace.depth, components[0] == MediaPlace.folder else { return nil }
        self.init(components[1])
    }

    /// `01k2x….jpg`.
    public var description: String { "\(name).\(format.fileExtension)" }

    public var components: [String] { [MediaPlace.folder, description] }

    public func failure(_ trouble: BlobTrouble) -> Failure {
        switch trouble {
        case .exists:
            Failure(.mediaExists, "There is already a file \(self).", advice: "Nothing was overwritten.", kind: .cannotCreate)
        case .missing:
            Failure(
                .mediaMissing, "The file \(self) is no longer there.",
                advice: "`media check` lists what is missing; add it again.", kind: .missingInput)
        case .unreadable(let why): Failure(.mediaMissing, "The file \(self) cannot be read: \(why).", kind: .missingInput)
        case .notKept(let root, let why):
            Failure(
                .mediaNotKept, "The file cannot be kept in \(root)/\(MediaPlace.folder): \(why).",
                advice: "Nothing was added. Check that there is enough space and that the folder is yours.", kind: .cannotCreate)
        case .notRemoved(let why):
            Failure(.mediaNotRemoved, "The file \(self) cannot be removed: \(why).", advice: "`media sweep` tries again.")
        }
    }
}
