import Kernel
import Pictures

extension PhotoDiary {
    /// Returns the time at which the camera took an entry's photo, or else noon of its day.
    package func takenAt(_ entry: Entry) -> Instant {
        let source = try? photos.source(at: entry.photo.path)
        let captureMoment = source.flatMap { try? PhotoPreview($0) }?.camera.taken
        let second = captureMoment?.day == entry.day ? captureMoment?.secondOfDay : nil
        return time.calendar.instant(of: entry.day, secondOfDay: second ?? 43_200)
    }

    /// Returns an entry's photo for an export. A missing date is added if possible.
    ///
    /// - Throws: `loadFailed`, `entrySealed`.
    package func datedPhoto(of entry: Entry) throws -> [UInt8] {
        let bytes = try photo(of: entry)
        guard let image = try? ValidatedImage(bytes), image.header.camera.taken == nil else { return bytes }
        return image.withCaptureDay(entry.day, secondOfDay: 43_200) ?? bytes
    }

    /// Converts a rendered picture to JPEG.
    ///
    /// - Throws: `conversionFailed`.
    package func jpeg(of picture: [UInt8]) throws -> [UInt8] {
        guard tool.converts else { throw Failure.conversionFailed("no program for photos is installed") }
        let request = PictureRequest(
            format: .jpeg, longestSide: PictureLimits.longestSide, largestFile: PictureLimits.largestPicture,
            keepsLocation: false
        )
        return try validated(tool.prepare(ValidatedImage(picture), request)).bytes
    }
}
