import Diary
import Documents
import Kernel
import Pictures

/// The functions of the machine for `snap`, import and export: files, programs and cameras.
package struct DiaryServices: Sendable {
    /// Opens the content to import at a path. The photos may be in another folder.
    ///
    /// It throws a `Failure`.
    package let source: @Sendable (_ path: String, _ photos: String?) throws -> ImportSource
    package let press: Press
    /// Writes a file into a folder, which is created if missing, and sets its date to its day.
    ///
    /// An identical file stays. A different file is replaced only on request. It throws `Failure`
    /// `photosDiffer` for a different file, and `cannotCreate`.
    package let write: @Sendable (_ file: OutgoingFile, _ folder: String, _ replacing: Bool) throws -> Void
    /// Sets the date of a file below a folder to its day.
    package let date: @Sendable (_ path: String, _ folder: String, _ time: Instant) -> Void
    /// Returns the camera of the settings.
    ///
    /// If the camera is a folder, it returns photos of today only, or of any day.
    package let camera: @Sendable (_ choice: CameraSettings, _ isOfAnyDay: Bool) -> Camera
    /// Whether a user can answer questions.
    package let isInteractive: Bool
    /// Whether nothing may be changed. Then no photo is prepared either.
    package let isDryRun: Bool

    package init(
        source: @escaping @Sendable (_ path: String, _ photos: String?) throws -> ImportSource, press: Press,
        write: @escaping @Sendable (OutgoingFile, _ folder: String, _ replacing: Bool) throws -> Void,
        date: @escaping @Sendable (_ path: String, _ folder: String, _ time: Instant) -> Void,
        camera: @escaping @Sendable (_ choice: CameraSettings, _ isOfAnyDay: Bool) -> Camera,
        isInteractive: Bool = false,
        isDryRun: Bool = false
    ) {
        self.source = source
        self.press = press
        self.write = write
        self.date = date
        self.camera = camera
        self.isInteractive = isInteractive
        self.isDryRun = isDryRun
    }
}
