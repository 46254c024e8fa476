import Kernel
import Sync

/// The files of an app that are synced with its records, such as photos and recordings.
package struct SyncedFiles: Sendable {
    /// The files that records refer to, by scope.
    let named: [NamedFiles]
    let home: any FileHome
    let drafts: any FilePlace

    package init(_ named: [NamedFiles], home: any FileHome, drafts: any FilePlace) {
        self.named = named
        self.home = home
        self.drafts = drafts
    }

    /// Returns the files to sync while these scopes are on.
    func syncedFiles(_ scopes: Set<Scope>) -> SyncableFiles {
        let named = named.filter { scopes.contains($0.scope) }
        return SyncableFiles(
            named: {
                try named.flatMap { try $0.files() }.filter { !$0.isPending }.map {
                    SyncableFile(path: $0.path, order: $0.isPreview ? 0 : 1)
                }
            },
            isInScope: { path in named.contains { path.hasPrefix($0.folder + "/") } })
    }
}

extension Scope {
    /// The scope of the files themselves. If it is off, the records that refer to them are still
    /// synced.
    package static let files = Scope("files", "Photos, videos and recordings themselves")
}

extension AccountService {
    /// The maximum duration of a file round in seconds, so that record changes do not wait for
    /// files.
    private static let waitLimit = 30.0

    /// Exchanges files within a time limit.
    ///
    /// - Returns: Nil if the app or the place has no files, or the scope is off.
    func exchange(_ account: Account, _ replica: Replica, at meeting: OpenedSyncPlace, after report: SyncReport) throws
        -> FileReport?
    {
        guard let files, let place = meeting.files else { return nil }
        let scopes = syncedScopes(account)
        guard scopes.contains(.files) else { return nil }
        let exchange = FileExchange(
            of: replica, at: place, home: files.home, drafts: files.drafts, files: files.syncedFiles(scopes),
            key: try account.key)
        return try exchange.round(after: report, FileLimits(until: time.now().adding(seconds: Self.waitLimit)))
    }
}
