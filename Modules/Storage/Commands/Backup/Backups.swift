import Kernel
import Terminal

/// Backups that another part of an app makes for its own reasons, as `backup` and `restore` do.
public struct Backups: Sendable {
    private let desk: BackupDesk

    /// Of everything that the plugins of an app keep.
    public init(of whole: Registry, _ store: any Store, place: StorePlace, time: TimeSource) {
        desk = BackupDesk(store: store, registry: whole, place: place, time: time)
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
