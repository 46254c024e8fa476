import Kernel
import Pictures

extension PhotoDiary {
    /// Whether a program here makes pictures of photos.
    public var makesPictures: Bool { tool.converts }

    /// The few pixels of an entry's photo that were made already; nil when there are none, and when it may not be seen.
    public func keptPixels(of entry: Entry) -> PixelMap? {
        (try? photos.bytes(at: shownPath(of: entry).pixels)).flatMap(PixelMap.init(png:))
    }

    /// A few pixels of an entry's photo, for screens of characters and for its colour: made when first asked for and kept; nil when no program makes
    /// them.
    ///
    /// - Throws: `loadFailed`, `conversionFailed`, `entrySealed`.
    public func pixels(of entry: Entry) throws -> PixelMap? {
        if let kept = keptPixels(of: entry) { return kept }
        let path = try shownPath(of: entry)
        // A thumbnail is read faster than the photo.
        let source = try keptThumbnail(of: entry) ?? photos.bytes(at: path)
        guard let made = try tool.pixels(JudgedImage(source), PhotoPath.pixelSide) else { return nil }
        // What was kept and cannot be read is made anew; another process may have kept the same meanwhile.
        try? photos.remove(path.pixels)
        try? photos.keep(made.png, at: path.pixels)
        return made
    }

    /// An entry's photo of about so many pixels on the longer side, for screens that have pixels: made anew each time, from the thumbnail. Nil when no program
    /// makes them.
    ///
    /// - Throws: `loadFailed`, `conversionFailed`, `entrySealed`.
    public func pixels(of entry: Entry, longestSide: Int) throws -> PixelMap? {
        guard tool.converts else { return nil }
        let source = try thumbnail(of: entry) ?? photos.bytes(at: shownPath(of: entry))
        return try tool.pixels(JudgedImage(source), min(longestSide, PixelMap.longestSide))
    }

    /// All days that have a photo, ascending. Decodes nothing.
    public func allDays() throws -> [Day] { try repository.read { try $0.days(from: nil, through: nil) } }

    /// The entries of some days, in their order; none where a day has none. Of those that are closed nothing is seen.
    public func entries(on days: [Day]) throws -> [Entry] {
        let today = time.today()
        return try repository.read { try $0.entries(on: days) }.map { $0.seen(on: today) }
    }
}
