import Interchange
import Kernel
import Pictures

/// The content that the user wants to import.
package struct ImportSource: Sendable {
    /// A file that may be a photo.
    package struct Photo: Sendable {
        package let name: String
        package let bytes: Int
        /// The time of the file's last change, or nil if unknown.
        package let changedAt: Instant?
        /// Opens the file.
        ///
        /// It throws a `Failure` if the file is missing or unreadable.
        package let source: @Sendable () throws -> ByteSource

        package init(
            name: String, bytes: Int, changedAt: Instant? = nil, source: @escaping @Sendable () throws -> ByteSource
        ) {
            self.name = name
            self.bytes = bytes
            self.changedAt = changedAt
            self.source = source
        }

        var fileName: Substring { name.split(separator: "/").last ?? name[...] }

        /// Returns the whole content.
        func contents() throws -> [UInt8] {
            let source = try source()
            guard source.size <= PictureLimits.largestPicture else {
                throw Failure(.loadFailed, "The photo is larger than 64 MB.", kind: .badData)
            }
            return try source.bytes(0, source.size)
        }
    }

    /// The photos by name.
    package var photos: [Photo]
    /// The text of another diary, or nil if there are only photos.
    package var journal: Journal?
    package var skipped = Tally()

    /// Whether a photo of a day without text is imported too.
    ///
    /// This is the case if photos and text are in one place.
    package var includesUnmatchedPhotos = false

    package init(photos: [Photo] = [], journal: Journal? = nil, skipped: Tally = Tally()) {
        self.photos = photos
        self.journal = journal
        self.skipped = skipped
    }
}
