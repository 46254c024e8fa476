import Diary
import Kernel
import Terminal

extension PhotoDiary {
    /// The photo of an entry, small, as terminals show it.
    ///
    /// - Parameter isNear: whether a thumbnail that is not there yet is made; else the entry has none.
    func shown(_ entry: Entry, isNear: Bool = true) -> ShownPicture {
        ShownPicture(
            pixels: { side in
                guard isNear || keptThumbnail(of: entry) != nil else { return nil }
                return (try? pixels(of: entry, longestSide: side)).flatMap { $0 }
            }, { isNear ? (try? thumbnail(of: entry)).flatMap { $0 } : keptThumbnail(of: entry) })
    }
}
