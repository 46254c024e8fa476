import Kernel

/// Where a photo lies in a library: `Photos/2026/11/<name>.heic`. Only safe paths can be made: no `..`, nothing absolute, nothing hidden.
public struct PhotoPath: Hashable, Sendable {
    /// What lies there.
    public enum Shelf: String, Sendable, CaseIterable {
        /// The photo of a day.
        case photos = "Photos"
        /// A small picture of it that can be made again.
        case thumbnails = "Thumbnails"
    }

    /// What lies there.
    public let shelf: Shelf
    /// 1…9999.
    public let year: Int
    /// 1…12.
    public let month: Int
    /// The photo's own identifier: 1 to 64 lower-case letters, digits and dashes, a letter or digit first.
    public let name: String
    /// The kind of image, which is the file's ending.
    public let type: ImageType

    /// The path of a day's photo; nil when the name is not safe.
    public init?(_ shelf: Shelf = .photos, day: Day, name: String, type: ImageType) {
        self.init(shelf, year: day.year, month: day.month, name: name, type: type)
    }

    private init?(_ shelf: Shelf, year: Int, month: Int, name: String, type: ImageType) {
        guard PhotoPath.isSafe(name), (1...9999).contains(year), (1...12).contains(month) else { return nil }
        (self.shelf, self.year, self.month, self.name, self.type) = (shelf, year, month, name, type)
    }

    /// The path of the photo's thumbnail, a JPEG.
    public var thumbnail: PhotoPath { PhotoPath(.thumbnails, year: year, month: month, name: name, type: .jpeg) ?? self }

    /// The folders, outermost first, and the file's name.
    public var components: [String] {
        let digits = String(year)
        return [
            shelf.rawValue, String(repeating: "0", count: 4 - digits.count) + digits, month < 10 ? "0\(month)" : "\(month)",
            "\(name).\(type.fileExtension)",
        ]
    }

    private static func isSafe(_ name: String) -> Bool {
        guard (1...64).contains(name.utf8.count), name.utf8.first != UInt8(ascii: "-") else { return false }
        return name.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-") }
    }
}

extension PhotoPath: LosslessStringConvertible {
    /// Reads what `description` gives; nil for anything else.
    public init?(_ description: String) {
        let parts = description.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4, let shelf = Shelf(rawValue: parts[0]), let year = Int(parts[1]), let month = Int(parts[2]),
            let dot = parts[3].firstIndex(of: "."),
            let type = ImageType.allCases.first(where: { $0.fileExtension == parts[3][dot...].dropFirst() })
        else { return nil }
        self.init(shelf, year: year, month: month, name: String(parts[3][..<dot]), type: type)
        guard self.description == description else { return nil }
    }

    /// `Photos/2026/11/<name>.heic`.
    public var description: String { components.joined(separator: "/") }
}

extension PhotoPath: Codable {
    /// Reads a single string.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let path = PhotoPath(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not the path of a photo")
        }
        self = path
    }

    /// Writes a single string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
