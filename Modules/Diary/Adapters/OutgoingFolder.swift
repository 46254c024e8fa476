import Diary
import Files
import Kernel

/// A folder that a person names for an export: files in it are theirs alone, and look as old as their days.
public enum OutgoingFolder {
    /// Writes a file. One with the same bytes stays; another is replaced only when told to.
    ///
    /// - Throws: `Failure` `photosDiffer` where another file has its name, `folderNotWritten`.
    public static func write(_ file: OutgoingFile, to path: String, replacing: Bool) throws {
        do {
            let folder = try Folder.open(path, [], making: true)
            if let there = try? folder.read(file.name, limit: 1 << 30) {
                guard there != file.bytes else { return }
                guard replacing else {
                    throw Failure(
                        .photosDiffer, "“\(path)/\(file.name)” is there already and is another file.",
                        advice: "Choose another folder, or add --replace to write over it.", kind: .cannotCreate)
                }
            }
            try folder.drafting(file.name) { try folder.replace(file.bytes, named: file.name, draft: $0, isDurable: false) }
            date(file.name, in: path, file.time)
        } catch let trouble as FileTrouble {
            throw Failure(
                .folderNotWritten, "“\(path)/\(file.name)” cannot be written: \(trouble).",
                advice: "Check that there is enough space and that the folder is yours.", kind: .cannotCreate)
        }
    }

    /// Lets a file look as old as its day; where that cannot be it stays as it is.
    public static func date(_ name: String, in path: String, _ time: Instant) {
        let parts = [timespec(tv_sec: time_t(time.seconds), tv_nsec: 0), timespec(tv_sec: time_t(time.seconds), tv_nsec: 0)]
        utimensat(AT_FDCWD, "\(path)/\(name)", parts, AT_SYMLINK_NOFOLLOW)
    }
}
