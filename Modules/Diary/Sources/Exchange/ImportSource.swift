import Interchange
import Kernel
import Pictures

/// What a person names to be imported, as whoever may read files found it.
public struct ImportSource: Sendable {
    /// A file that may be a photo.
    public struct Photo: Sendable {
        /// Its path below what was named.
        public let name: String
        /// Its size.
        public let bytes: Int
        /// When its file was changed last; nil where nobody can say.
        public let changedAt: Instant?
        /// Opens it. Throws a `Failure` where it is gone or cannot be read.
        public let source: @Sendable () throws -> ByteSource

        /// A file behind a function.
        public init(name: String, bytes: Int, changedAt: Instant? = nil, source: @escaping @Sendable () throws -> ByteSource) {
            (self.name, self.bytes, self.changedAt, self.source) = (name, bytes, changedAt, source)
        }

        /// The last part of its path.
        var fileName: Substring { name.split(separator: "/").last ?? name[...] }

        /// All of it.
        func whole() throws -> [UInt8] {
            let source = try source()
            guard source.size <= PictureLimits.largestPicture else {
                throw Failure(.loadFailed, "The photo is larger than 64 MB.", kind: .badData)
            }
            return try source.bytes(0, source.size)
        }
    }

    /// Photos, in the order of their names.
    public var photos: [Photo]
    /// What a diary says; nil where there are only photos.
    public var journal: Journal?
    /// What lies there and is not looked at, by reason.
    public var passedOver = Tally()

    /// Whether photos and words lie in one place: then a photo of a day that nothing is said of is a day of its own.
    public var isOnePlace = false

    /// What was found.
    public init(photos: [Photo] = [], journal: Journal? = nil, passedOver: Tally = Tally()) {
        (self.photos, self.journal, self.passedOver) = (photos, journal, passedOver)
    }
}
