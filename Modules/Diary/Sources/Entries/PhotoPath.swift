import Kernel
import Pictures

/// Where a photo lies on the diary's shelf: `Photos/2026/11/<name>.heic`.
public struct PhotoPath: BlobPath {
    /// What lies there; raw values are folders.
    public enum Kind: String, Sendable, CaseIterable {
        /// The photo of a day.
        case photos = "Photos"
        /// A small picture of it that can be made again.
        case thumbnails = "Thumbnails"
        /// A picture of it for photo books, of a size that stands behind its name; it can be made again.
        case pages = "Pages"
    }

    /// The longest side of a thumbnail, in pixels.
    public static let thumbnailSide = 400
    /// The longest side of the pixels that are kept of a photo.
    public static let pixelSide = 48
    /// The longest sides of pictures in photo books, in pixels; below them there are thumbnails. The largest is half of what is kept of a photo: the
    /// quickest to make, and 250 in an inch of a page.
    public static let pageSides = [1024, 800, 600]

    public static let roots = Kind.allCases.map(\.rawValue)
    public static let depth = 4

    /// What lies there.
    public let kind: Kind
    /// 1…9999.
    public let year: Int
    /// 1…12.
    public let month: Int
    /// The photo's own identifier: 1 to 64 lower-case letters, digits and dashes, a letter or digit first.
    public let name: String
    /// The kind of image, which is the file's ending.
    public let type: PictureFormat

    /// The path of a day's photo; nil when the name is not safe, and for what is no photo.
    public init?(_ kind: Kind = .photos, day: Day, name: String, type: PictureFormat) {
        self.init(kind, year: day.year, month: day.month, name: name, type: type)
    }

    private init?(_ kind: Kind, year: Int, month: Int, name: String, type: PictureFormat) {
        guard PhotoPath.isSafe(name), (1...9999).contains(year), (1...12).contains(month), type.isPhoto else { return nil }
        (self.kind, self.year, self.month, self.name, self.type) = (kind, year, month, name, type)
    }

    /// The path of the photo's thumbnail, a JPEG.
    public var thumbnail: PhotoPath { PhotoPath(.thumbnails, year: year, month: month, name: name, type: .jpeg) ?? self }

    /// The path of the photo's pixels, a PNG beside its thumbnail.
    public var pixels: PhotoPath { PhotoPath(.thumbnails, year: year, month: month, name: name, type: .png) ?? self }

    /// The path of a copy of this longest side in pixels, a JPEG: the thumbnail, or a picture for books.
    public func copy(longestSide: Int) -> PhotoPath {
        guard longestSide > PhotoPath.thumbnailSide else { return thumbnail }
        return PhotoPath(.pages, year: year, month: month, name: "\(name)-\(longestSide)", type: .jpeg) ?? self
    }

    /// Everything that can be made again from the photo.
    var copies: [PhotoPath] { [pixels] + ([PhotoPath.thumbnailSide] + PhotoPath.pageSides).map(copy) }

    public var components: [String] {
        [kind.rawValue, year.padded(4), month.padded(2), "\(name).\(type.fileExtension)"]
    }

    /// Reads what `components` gives; nil for anything else, such as a year that is not four digits.
    public init?(components parts: [String]) {
        guard parts.count == PhotoPath.depth else { return nil }
        self.init(parts.joined(separator: "/"))
    }

    public func failure(_ trouble: BlobTrouble) -> Failure {
        switch trouble {
        case .exists:
            Failure(
                .photoExists, "There is already a photo at \(self).", advice: "Nothing was overwritten.", kind: .cannotCreate)
        case .missing:
            Failure(
                .loadFailed, "The photo \(self) is missing.", advice: "`doctor` lists what is missing.", kind: .missingInput)
        case .unreadable(let why): Failure(.loadFailed, "The photo \(self) cannot be read: \(why).", kind: .missingInput)
        case .notKept(let root, let why):
            Failure(
                .photoNotKept, "The photo cannot be kept at \(root)/\(self): \(why).",
                advice: "Nothing was added. Check that there is enough space and that the folder is yours.", kind: .cannotCreate)
        case .notRemoved(let why):
            Failure(.photoNotRemoved, "The photo \(self) cannot be removed: \(why).", advice: "`doctor` tries again.")
        }
    }
}

extension PhotoPath: LosslessStringConvertible {
    /// Reads what `description` gives; nil for anything else.
    public init?(_ description: String) {
        guard let path = DigitReader.read(description, { PhotoPath(reading: &$0) }) else { return nil }
        self = path
    }

    private init?(reading reader: inout DigitReader) {
        guard let kind = Kind.allCases.first(where: { reader.take(word: $0.rawValue) }), reader.take("/"),
            let year = reader.number(4), reader.take("/"), let month = reader.number(2), reader.take("/"),
            let name = reader.text(before: "."), let type = PictureFormat(fileExtension: reader.rest())
        else { return nil }
        self.init(kind, year: year, month: month, name: name, type: type)
    }

    /// `Photos/2026/11/<name>.heic`.
    public var description: String {
        let (folder, ending) = (kind.rawValue, type.fileExtension)
        return DigitWriter.text(of: folder.utf8.count + name.utf8.count + ending.utf8.count + 10) { text in
            text.put(text: folder)
            text.put("/", year, 4)
            text.put("/", month, 2)
            text.put("/")
            text.put(text: name)
            text.put(".")
            text.put(text: ending)
        }
    }
}

extension PhotoPath: Codable {
    /// Reads a single string.
    public init(from decoder: any Decoder) throws { try self.init(from: decoder, called: "the path of a photo") }

    /// Writes a single string.
    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
