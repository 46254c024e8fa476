import Kernel
import Pictures

extension PhotoDiary {
    /// Whether a program on this machine can make pictures of photos.
    package var makesPictures: Bool { tool.converts }

    /// Returns the cached small pixel version of a photo, or nil if there is none or the entry is
    /// sealed.
    package func cachedPixels(of entry: Entry) -> PixelMap? {
        (try? photos.bytes(at: shownPath(of: entry).pixels)).flatMap(PixelMap.init(png:))
    }

    /// Returns a few pixels of an entry's photo, for screens in characters and its color.
    ///
    /// They are made on first use and cached. Returns nil if no program can make them.
    ///
    /// - Throws: `loadFailed`, `conversionFailed`, `entrySealed`.
    package func pixels(of entry: Entry) throws -> PixelMap? {
        if let cached = cachedPixels(of: entry) { return cached }
        let path = try shownPath(of: entry)
        // A thumbnail is read faster than the photo.
        let source = try cachedThumbnail(of: entry) ?? photos.bytes(at: path)
        guard let map = try tool.pixels(ValidatedImage(source), PhotoPath.pixelSide) else { return nil }
        // An unreadable copy is replaced. Another process may have saved the same copy.
        try? photos.remove(path.pixels)
        try? photos.save(map.png, at: path.pixels)
        return map
    }

    /// Returns an entry's photo with about the given pixels on the longest side, for screens with
    /// pixels.
    ///
    /// It is made from the thumbnail each time. Returns nil if no program can make it.
    ///
    /// - Throws: `loadFailed`, `conversionFailed`, `entrySealed`.
    package func pixels(of entry: Entry, longestSide: Int) throws -> PixelMap? {
        guard tool.converts else { return nil }
        let source = try thumbnail(of: entry) ?? photos.bytes(at: shownPath(of: entry))
        return try tool.pixels(ValidatedImage(source), min(longestSide, PixelMap.longestSide))
    }

    /// Returns all days with a photo, ascending, without decoding entries.
    package func allDays() throws -> [Day] { try repository.read { try $0.days(from: nil, through: nil) } }

    /// Returns the entries of days in their order.
    ///
    /// Days without an entry are skipped, and the content of closed entries is hidden.
    package func entries(on days: [Day]) throws -> [Entry] {
        let today = time.today()
        return try repository.read { try $0.entries(on: days) }.map { $0.visible(on: today) }
    }
}
