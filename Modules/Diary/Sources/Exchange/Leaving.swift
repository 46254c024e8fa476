import Kernel
import Pictures

extension PhotoDiary {
    /// When an entry's photo was taken by its camera's clock, else noon of its day.
    public func takenAt(_ entry: Entry) -> Instant {
        let source = try? photos.source(at: entry.photo.path)
        let taken = source.flatMap { try? CameraGlance($0) }?.camera.taken
        let second = taken?.day == entry.day ? taken?.secondOfDay : nil
        return time.calendar.instant(of: entry.day, secondOfDay: second ?? 43_200)
    }

    /// An entry's photo for people to keep elsewhere: it says when it was taken, where it is of a kind that can be told so here and does not yet.
    ///
    /// - Throws: `loadFailed`, `entrySealed`.
    public func datedPhoto(of entry: Entry) throws -> [UInt8] {
        let bytes = try photo(of: entry)
        guard let judged = try? JudgedImage(bytes), judged.header.camera.taken == nil else { return bytes }
        return judged.dated(entry.day, secondOfDay: 43_200) ?? bytes
    }

    /// A picture that was made here as a JPEG.
    ///
    /// - Throws: `conversionFailed`.
    public func jpeg(of picture: [UInt8]) throws -> [UInt8] {
        guard tool.converts else { throw Failure.conversionFailed("no program for photos is installed") }
        let wish = PictureWish(
            format: .jpeg, longestSide: PictureLimits.longestSide, largestFile: PictureLimits.largestPicture, keepsLocation: false
        )
        return try whole(tool.prepare(JudgedImage(picture), wish)).bytes
    }
}
