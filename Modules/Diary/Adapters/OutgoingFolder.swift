import Diary
import Files
import Kernel

/// Writes files into a folder that the user selected for an export.
///
/// The files are private and carry the dates of their days.
package enum OutgoingFolder {
    /// Writes a file.
    ///
    /// An identical file stays. A different file is replaced only on request.
    ///
    /// - Throws: `Failure` `photosDiffer` if a different file has its name, or `folderNotWritten`.
    package static func write(_ file: OutgoingFile, to path: String, replacing: Bool) throws {
        do {
            let folder = try Folder.open(path, [], making: true)
            switch occupant(of: file, in: folder) {
            case .same: return
            case .other where !replacing:
                throw Failure(
                    .photosDiffer, "“\(path)/\(file.name)” already exists and is a different file.",
                    advice: "Choose another folder, or add --replace to write over it.", kind: .cannotCreate)
            case .other, .none: break
            }
            try folder.withFreeDraftName(file.name) {
                try folder.replace(file.bytes, named: file.name, draft: $0, isDurable: false)
            }
            date(file.name, in: path, file.time)
        } catch let error as FileError {
            throw Failure(
                .folderNotWritten, "“\(path)/\(file.name)” cannot be written: \(error).",
                advice: "Check that there is enough space and that the folder is yours.", kind: .cannotCreate)
        }
    }

    /// The use of a file's name in the folder.
    private enum Occupant {
        case none
        case same
        /// A different file, or one that cannot be read, such as a link.
        case other
    }

    private static func occupant(of file: OutgoingFile, in folder: Folder) -> Occupant {
        do {
            return try folder.read(file.name, limit: 1 << 30) == file.bytes ? .same : .other
        } catch FileError.missing { return .none } catch { return .other }
    }

    /// Sets the modification date of a file to its day, if possible.
    package static func date(_ name: String, in path: String, _ time: Instant) {
        // The time of access and the time of modification.
        let times = [
            timespec(tv_sec: time_t(time.seconds), tv_nsec: 0), timespec(tv_sec: time_t(time.seconds), tv_nsec: 0),
        ]
        utimensat(AT_FDCWD, "\(path)/\(name)", times, AT_SYMLINK_NOFOLLOW)
    }
}
