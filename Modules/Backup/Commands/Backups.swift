import Interface
import Kernel
import Terminal

/// A service that makes and restores backups for other parts of an app, and the commands `backup`,
/// `restore` and `reset`.
public struct Backups: Sendable {
    private let command: BackupCommand

    /// Creates a service that covers everything that the plugins of an app keep.
    ///
    /// - Parameter rawRecords: the stored form of the records, if the store shows them in another
    ///   form.
    public init(
        of whole: Registry, _ store: any Store, place: StorePlace, time: TimeSource, rawRecords: RawRecords? = nil
    ) {
        command = BackupCommand(store: store, registry: whole, place: place, time: time, rawRecords: rawRecords)
    }

    /// The commands `backup`, `restore` and `reset`, in this order.
    package var commands: [Command] { [command.backup, command.restore, ResetCommand(backup: command).reset] }

    /// Writes everything to a file that only its owner may read.
    ///
    /// - Returns: the path of the file.
    /// - Throws: `fileExists`, `cannotBackUp` and others of kind `cannotCreate`. In that case no
    ///   file is left.
    public func written(to path: String) throws -> String {
        try command.written(to: .onDisk(path)).perform()
        return path
    }

    /// Replaces all local data with the contents of a backup.
    ///
    /// - Throws: the errors of `restore`. In that case nothing was changed.
    public func restore(_ path: String) throws { try command.restored(from: .onDisk(path)).perform() }
}

extension Output {
    /// Performs the work of the output, without a display of its progress.
    fileprivate func perform() throws {
        if case .work(_, _, let proceed) = continuation { _ = try proceed { _ in } }
    }
}
