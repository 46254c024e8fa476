import DiskKit
import Kernel

/// The location of an app's files outside its records, for the commands that back up, restore or
/// erase everything.
public struct StorePlace: Sendable {
    /// The name of the app as the user types it.
    let app: String
    /// The directory of the app's store, or nil if everything is in memory.
    let directory: String?
    /// The folders with caches and files in transfer.
    let transientFolders: [String]
    let isDryRun: Bool

    public init(
        app: String, directory: String?,
        transientFolders: [String] = ["coming", "drafts", "kept", "rows", "search", "work"],
        isDryRun: Bool = false
    ) {
        self.app = app
        self.directory = directory
        self.transientFolders = transientFolders
        self.isDryRun = isDryRun
    }

    /// Returns a staging area for the files of a backup, if there is a directory for them.
    func staging(for folders: [String], at time: Instant) throws -> StagingArea? {
        guard !isDryRun, let directory else { return nil }
        return try StagingArea(directory, folders: folders, mark: String(time.milliseconds, radix: 36))
    }
}
