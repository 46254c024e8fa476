import Diary
import Documents
import Kernel
import Pictures

/// What `snap`, import and export need of this machine: files that a person names, programs that print, and cameras.
public struct DiaryMachine: Sendable {
    /// What lies at a path, to be imported; and in a folder, photos that belong to it. Throws a `Failure`.
    public let source: @Sendable (_ path: String, _ photos: String?) throws -> ImportSource
    /// Prints pages.
    public let press: Press
    /// Writes a file into a folder that a person named, which is made, and lets it look as old as its day. One with the same bytes stays; another is
    /// replaced only when told to.
    ///
    /// Throws `Failure` `photosDiffer` for another, and `cannotCreate`.
    public let write: @Sendable (_ file: OutgoingFile, _ folder: String, _ replacing: Bool) throws -> Void
    /// Lets a file below a folder look as old as its day.
    public let date: @Sendable (_ path: String, _ folder: String, _ time: Instant) -> Void
    /// What takes photos, as somebody chose. A folder gives photos of today alone, or of any day.
    public let camera: @Sendable (_ choice: CameraChoice, _ isOfAnyDay: Bool) -> Camera
    /// Whether somebody is there who can be asked, and has not answered everything beforehand.
    public let asks: Bool
    /// Whether nothing may be changed: then nothing is prepared either.
    public let isRehearsal: Bool

    /// From functions.
    public init(
        source: @escaping @Sendable (_ path: String, _ photos: String?) throws -> ImportSource, press: Press,
        write: @escaping @Sendable (OutgoingFile, _ folder: String, _ replacing: Bool) throws -> Void,
        date: @escaping @Sendable (_ path: String, _ folder: String, _ time: Instant) -> Void,
        camera: @escaping @Sendable (_ choice: CameraChoice, _ isOfAnyDay: Bool) -> Camera, asks: Bool = false,
        isRehearsal: Bool = false
    ) {
        (self.source, self.press, self.write, self.date, self.camera) = (source, press, write, date, camera)
        (self.asks, self.isRehearsal) = (asks, isRehearsal)
    }
}
