import Kernel
import Sync

/// The files beside an app's records that go along: photos, recordings.
public struct SyncedFiles: Sendable {
    /// Which there are, by the part of what leaves to which they belong.
    let named: [NamedFiles]
    /// Where they lie on this device.
    let home: any FileHome
    /// Where parts wait until their file is whole.
    let drafts: any FilePlace

    /// Files that records name.
    public init(_ named: [NamedFiles], home: any FileHome, drafts: any FilePlace) {
        (self.named, self.home, self.drafts) = (named, home, drafts)
    }

    /// What of them leaves, with these parts switched on.
    func travelling(_ scopes: Set<Scope>) -> TravellingFiles {
        let named = named.filter { scopes.contains($0.scope) }
        return TravellingFiles(
            named: {
                try named.flatMap { try $0.files() }.filter { !$0.waits }.map {
                    TravellingFile(path: $0.path, order: $0.isPreview ? 0 : 1)
                }
            },
            judges: { path in named.contains { path.hasPrefix($0.folder + "/") } })
    }
}

extension Scope {
    /// The files that records name. Off, records leave without them.
    public static let files = Scope("files", "Photos, videos and recordings themselves")
}

extension Accounts {
    /// In seconds: for so long the files of one round go at most, so that changes never wait for them.
    private static let patience = 30.0

    /// Brings files along, as far as they come within a while.
    ///
    /// - Returns: nil where none can go.
    func exchange(_ account: Account, _ replica: Replica, at meeting: Meeting, after report: SyncReport) throws -> FileReport? {
        guard let files, let place = meeting.files else { return nil }
        let scopes = leaving(account)
        guard scopes.contains(.files) else { return nil }
        let exchange = FileExchange(
            of: replica, at: place, home: files.home, drafts: files.drafts, files: files.travelling(scopes),
            key: try account.key)
        return try exchange.round(after: report, FileLimits(until: time.now().adding(seconds: Self.patience)))
    }
}
