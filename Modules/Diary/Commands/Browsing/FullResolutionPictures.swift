import Diary
import Interface
import Kernel
import Pictures

/// Photos in the resolution of their tiles, for terminals that show pixels.
///
/// They are rendered in the background and cached while the screen is open. Until then, a tile
/// shows its version in characters.
struct FullResolutionPictures {
    /// The maximum number of pictures in memory.
    private static let cacheLimit = 120

    private let renderer: PictureRenderer
    private var pictures: [PhotoPath: PixelMap?] = [:]
    /// The longest side of a tile in pixels, or nil for a terminal without pixels.
    private var side: Int?

    init(_ diary: PhotoDiary) { renderer = PictureRenderer(diary) }

    var isWanted: Bool { side != nil }

    /// Sets the size of a tile.
    ///
    /// A new size discards the pictures.
    ///
    /// - Parameter cell: the size of a character in pixels, or nil for a terminal without pixels.
    mutating func fit(columns: Int, rows: Int, of cell: CellPixels?) {
        let newSide = rows > 0 ? cell.map { max(columns * $0.width, rows * $0.height) } : nil
        if newSide != side { (side, pictures) = (newSide, [:]) }
    }

    /// Returns the picture of an entry, or nil if it is not finished.
    func picture(of entry: Entry) -> PixelMap? { isWanted ? pictures[entry.photo.path].flatMap { $0 } : nil }

    /// Returns whether the picture has neither been finished nor failed.
    func isMissing(_ entry: Entry) -> Bool { isWanted && !entry.isSealed && pictures[entry.photo.path] == nil }

    func hasFailed(_ entry: Entry) -> Bool { isWanted && pictures[entry.photo.path] == .some(nil) }

    /// Requests pictures. Earlier requests that have not started are dropped.
    mutating func request(_ entries: [Entry]) {
        guard let side else { return }
        if pictures.count > FullResolutionPictures.cacheLimit { pictures = [:] }
        renderer.request(entries, longestSide: side)
    }

    /// Adds the pictures finished since the last call.
    mutating func collectFinished() { pictures.merge(renderer.takeFinished()) { $1 } }

    func close() { renderer.close() }
}
