import Diary
import Interface
import Kernel

extension PhotoDiary {
    /// Returns the small photo of an entry for the terminal.
    ///
    /// - Parameter makesMissing: whether a missing thumbnail is made. Otherwise the entry has no
    ///   picture.
    func shownPicture(_ entry: Entry, makesMissing: Bool = true) -> ShownPicture {
        ShownPicture(
            pixels: { side in
                guard makesMissing || cachedThumbnail(of: entry) != nil else { return nil }
                return (try? pixels(of: entry, longestSide: side)).flatMap { $0 }
            }, { makesMissing ? (try? thumbnail(of: entry)).flatMap { $0 } : cachedThumbnail(of: entry) })
    }
}
