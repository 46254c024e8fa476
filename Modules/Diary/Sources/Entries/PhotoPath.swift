import Kernel
import Pictures

/// The path of a photo in the diary's blob store: `Photos/2026/11/<name>.heic`.
package struct PhotoPath: BlobPath {
    /// The kind of file. The raw values are folder names.
    package enum Kind: String, Sendable, CaseIterable {
        case photos = "Photos"
        /// A small picture that can be made again.
        case thumbnails = "Thumbnails"
        /// A picture for photo books that can be made again. Its size follows its name.
        case pages = "Pages"
    }

    /// The longest side of a thumbnail, in pixels.
    package static let thumbnailSide = 400
    /// The longest side of the stored small pixel version of a photo.
    package static let pixelSide = 48
    /// The longest sides of pictures in photo books in pixels, largest first.
    ///
    /// The largest is half of a stored photo. This is the fastest to make, and prints at 250 dots
    /// per inch.
    package static let pageSides = [1024, 800, 600]

    package static let roots = Kind.allCases.map(\.rawValue)
    package static let depth = 4

    package let kind: Kind
    /// The year, in the range 1…9999.
    package let year: Int
    package let month: Int
    /// The photo's identifier: 1 to 64 lower-case letters, digits and dashes, not beginning with a
    /// dash.
    package let name: String
    package let type: PictureFormat

    /// Creates the path of a day's photo.
    ///
    /// Returns nil for an unsafe name, and for a format that is no photo.
    package init?(_ kind: Kind = .photos, day: Day, name: String, type: PictureFormat) {
        self.init(kind, year: day.year, month: day.month, name: name, type: type)
    }

    private init?(_ kind: Kind, year: Int, month: Int, name: String, type: PictureFormat) {
        guard PhotoPath.isSafe(name), (1...9999).contains(year), (1...12).contains(month), type.isPhoto else {
            return nil
        }
        self.kind = kind
        self.year = year
        self.month = month
        self.name = name
        self.type = type
    }

    /// The path of the photo's thumbnail, a JPEG.
    package var thumbnail: PhotoPath {
        PhotoPath(.thumbnails, year: year, month: month, name: name, type: .jpeg) ?? self
    }

    /// The path of the photo's small pixel version, a PNG in the folder of its thumbnail.
    package var pixels: PhotoPath { PhotoPath(.thumbnails, year: year, month: month, name: name, type: .png) ?? self }

    /// Returns the path of a JPEG copy with this longest side in pixels.
    ///
    /// The copy is the thumbnail or a picture for photo books.
    package func copy(longestSide: Int) -> PhotoPath {
        guard longestSide > PhotoPath.thumbnailSide else { return thumbnail }
        return PhotoPath(.pages, year: year, month: month, name: "\(name)-\(longestSide)", type: .jpeg) ?? self
    }

    /// The paths of all files that can be made again from the photo.
    var derivedPaths: [PhotoPath] { [pixels] + ([PhotoPath.thumbnailSide] + PhotoPath.pageSides).map(copy) }

    package var components: [String] {
        [kind.rawValue, year.padded(4), month.padded(2), "\(name).\(type.fileExtension)"]
    }

    /// Parses `components`, or returns nil for an invalid path, such as a year without four digits.
    package init?(components parts: [String]) {
        guard parts.count == PhotoPath.depth else { return nil }
        self.init(parts.joined(separator: "/"))
    }

    package func failure(_ trouble: BlobError) -> Failure {
        switch trouble {
        case .exists:
            Failure(
                .photoExists, "There is already a photo at \(self).", advice: "Nothing was overwritten.",
                kind: .cannotCreate)
        case .missing:
            Failure(
                .loadFailed, "The photo \(self) is missing.", advice: "`doctor` lists what is missing.",
                kind: .missingInput)
        case .unreadable(let why):
            Failure(.loadFailed, "The photo \(self) cannot be read: \(why).", kind: .missingInput)
        case .writeFailed(let root, let why):
            Failure(
                .photoNotKept, "The photo cannot be kept at \(root)/\(self): \(why).",
                advice: "Nothing was added. Check that there is enough space and that the folder is yours.",
                kind: .cannotCreate)
        case .notRemoved(let why):
            Failure(.photoNotRemoved, "The photo \(self) cannot be removed: \(why).", advice: "`doctor` tries again.")
        }
    }
}

extension PhotoPath: LosslessStringConvertible {
    /// Parses `description`, or returns nil for other text.
    package init?(_ description: String) {
        guard let path = DigitReader.read(description, { PhotoPath(reading: &$0) }) else { return nil }
        self = path
    }

    private init?(reading reader: inout DigitReader) {
        guard let kind = Kind.allCases.first(where: { reader.consume(word: $0.rawValue) }), reader.consume("/"),
            let year = reader.number(4), reader.consume("/"), let month = reader.number(2), reader.consume("/"),
            let name = reader.text(before: "."), let type = PictureFormat(fileExtension: reader.rest())
        else { return nil }
        self.init(kind, year: year, month: month, name: name, type: type)
    }

    /// The path as text: `Photos/2026/11/<name>.heic`.
    package var description: String {
        let folder = kind.rawValue
        let ending = type.fileExtension
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
    package init(from decoder: any Decoder) throws { try self.init(from: decoder, called: "the path of a photo") }

    package func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
