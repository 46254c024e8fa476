import Kernel
import Pictures

extension PhotoDiary {
    /// Whether a program here makes pictures of photos.
    public var makesPictures: Bool { tool.converts }

    /// The few pixels of an entry's photo that were made already; nil when there are none.
    public func keptPixels(of entry: Entry) -> PixelMap? {
        (try? photos.bytes(at: entry.photo.path.pixels)).flatMap(PixelMap.init(png:))
    }

    /// A few pixels of an entry's photo, for screens of characters and for its colour: made when first asked for and kept; nil when no program makes
    /// them.
    ///
    /// - Throws: `loadFailed`, `conversionFailed`.
    public func pixels(of entry: Entry) throws -> PixelMap? {
        if let kept = keptPixels(of: entry) { return kept }
        // A thumbnail is read faster than the photo.
        let source = try keptThumbnail(of: entry) ?? photos.bytes(at: entry.photo.path)
        guard let made = try tool.pixels(JudgedImage(source), PhotoPath.pixelSide) else { return nil }
        // What was kept and cannot be read is made anew; another process may have kept the same meanwhile.
        try? photos.remove(entry.photo.path.pixels)
        try? photos.keep(made.png, at: entry.photo.path.pixels)
        return made
    }

    /// All days that have a photo, ascending. Decodes nothing.
    public func allDays() throws -> [Day] { try repository.read { try $0.days(from: nil, through: nil) } }

    /// All days that have a note, ascending.
    public func notedDays() throws -> [Day] { try entries(EntryRange(onlyWithNotes: true)).map(\.day).reversed() }

    /// The entries of some days, in their order; none where a day has none.
    public func entries(on days: [Day]) throws -> [Entry] { try repository.read { try $0.entries(on: days) } }
}
