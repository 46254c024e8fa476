import Kernel
import Terminal

/// Backups that another part of an app makes for its own reasons, as `backup` and `restore` do.
public struct Backups: Sendable {
    private let desk: BackupDesk

    /// Of everything that the plugins of an app keep.
    ///
    /// - Parameter beneath: the records as they lie, where the store shows them otherwise.
    public init(of whole: Registry, _ store: any Store, place: StorePlace, time: TimeSource, beneath: RecordsBeneath? = nil) {
        desk = BackupDesk(store: store, registry: whole, place: place, time: time, beneath: beneath)
    }

    /// Writes everything into a file; nobody but its owner may read it.
    ///
    /// - Returns: its path.
    /// - Throws: `fileExists`, `cannotBackUp` and others of kind `cannotCreate`; there is no file then.
    public func written(to path: String) throws -> String {
        try desk.written(to: .onDisk(path)).carriedOut()
        return path
    }

    /// Puts what a backup holds in the place of everything that is here.
    ///
    /// - Throws: as `restore` does; nothing was changed then.
    public func bringBack(_ path: String) throws { try desk.restored(from: .onDisk(path)).carriedOut() }
}

extension Output {
    /// Does the work that follows, without a word.
    fileprivate func carriedOut() throws {
        if case .work(_, _, let proceed) = continuation { _ = try proceed { _ in } }
    }
}
