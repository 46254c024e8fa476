import Diary
import Kernel
import Pictures
import Terminal

/// Photos in as many pixels as their tiles have, for terminals that show pixels: made behind the keys, and remembered while the screen is there. Until one is made
/// its tile has what characters show of it.
struct SharpPictures {
    /// So many are remembered.
    private static let mostKept = 120

    private let darkroom: Darkroom
    private var made: [PhotoPath: PixelMap?] = [:]
    /// The longer side of a tile in pixels; nil where there are none.
    private var side: Int?

    init(_ diary: PhotoDiary) { darkroom = Darkroom(diary) }

    /// Whether the terminal shows them.
    var isWanted: Bool { side != nil }

    /// Takes the room of a tile. For tiles of another size they are made anew.
    ///
    /// - Parameter cell: the pixels of a character; nil where the terminal has none to show.
    mutating func fit(columns: Int, rows: Int, of cell: CellPixels?) {
        let now = rows > 0 ? cell.map { max(columns * $0.width, rows * $0.height) } : nil
        if now != side { (side, made) = (now, [:]) }
    }

    /// The picture of an entry, where it is there.
    func picture(of entry: Entry) -> PixelMap? { isWanted ? made[entry.photo.path].flatMap { $0 } : nil }

    /// Whether it is still to come.
    func lacks(_ entry: Entry) -> Bool { isWanted && !entry.isSealed && made[entry.photo.path] == nil }

    /// Whether it could not be made.
    func failed(_ entry: Entry) -> Bool { isWanted && made[entry.photo.path] == .some(nil) }

    /// These are to be made next.
    mutating func want(_ entries: [Entry]) {
        guard let side else { return }
        if made.count > SharpPictures.mostKept { made = [:] }
        darkroom.want(entries, longestSide: side)
    }

    /// Takes what was made meanwhile.
    mutating func take() { made.merge(darkroom.take()) { $1 } }

    /// Nothing more is made.
    func close() { darkroom.close() }
}
