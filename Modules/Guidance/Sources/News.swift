import Kernel

extension Guide {
    /// Returns the unseen release notes up to the running version, newest first, without marking
    /// them as seen. A fresh install has none.
    public func news(of notes: [ReleaseNote], running version: ReleaseVersion) throws -> [ReleaseNote] {
        Guide.unseen(notes, since: try store.read { try $0.deviceGuidance.lastSeenVersion }, running: version)
    }

    /// Returns the unseen release notes and marks them as seen. Each note is returned once,
    /// whatever versions run in between.
    public func takeNews(of notes: [ReleaseNote], running version: ReleaseVersion) throws -> [ReleaseNote] {
        let lastVersion = try store.read { try $0.deviceGuidance.lastSeenVersion }
        if let lastVersion, ReleaseVersion(lastVersion) >= version { return [] }
        return try store.write { transaction in
            var device = try transaction.deviceGuidance
            let unseen = Guide.unseen(notes, since: device.lastSeenVersion, running: version)
            guard device.lastSeenVersion.map({ ReleaseVersion($0) < version }) ?? true else { return [] }
            device.lastSeenVersion = version.description
            try transaction.put(device)
            return unseen
        }
    }

    /// Returns the notes after the last seen version, up to the running one, newest first.
    private static func unseen(_ notes: [ReleaseNote], since last: String?, running version: ReleaseVersion)
        -> [ReleaseNote]
    {
        guard let lastVersion = last.map({ ReleaseVersion($0) }) else { return [] }
        return notes.filter { $0.version > lastVersion && $0.version <= version }.sorted { $0.version > $1.version }
    }
}
