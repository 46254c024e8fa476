import Kernel

extension Guide {
    /// The notes that were not shown on this device yet, newest first: those after the last version whose news was seen, up to the one that
    /// runs. None on a fresh install. Changes nothing.
    public func news(of notes: [ReleaseNote], running version: ReleaseVersion) throws -> [ReleaseNote] {
        Guide.unseen(notes, since: try store.read { try $0.deviceGuidance.lastSeenVersion }, running: version)
    }

    /// The same, and from now on they have been shown. No note is given twice, whatever version runs meanwhile.
    public func takeNews(of notes: [ReleaseNote], running version: ReleaseVersion) throws -> [ReleaseNote] {
        let last = try store.read { try $0.deviceGuidance.lastSeenVersion }
        if let last, ReleaseVersion(last) >= version { return [] }
        return try store.write { transaction in
            var device = try transaction.deviceGuidance
            let unseen = Guide.unseen(notes, since: device.lastSeenVersion, running: version)
            guard device.lastSeenVersion.map({ ReleaseVersion($0) < version }) ?? true else { return [] }
            device.lastSeenVersion = version.description
            try transaction.put(device)
            return unseen
        }
    }

    private static func unseen(_ notes: [ReleaseNote], since last: String?, running version: ReleaseVersion) -> [ReleaseNote] {
        guard let last = last.map({ ReleaseVersion($0) }) else { return [] }
        return notes.filter { $0.version > last && $0.version <= version }.sorted { $0.version > $1.version }
    }
}
