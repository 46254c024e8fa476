/// A file beside the records, as a record names it.
public struct NamedFile: Hashable, Sendable {
    /// Where it lies within the app's directory: `Photos/2026/11/<name>.heic`. A file that stands there is never changed.
    public let path: String
    /// Its size in bytes.
    public let bytes: Int
    /// What the feature itself keeps of its contents, to be compared with that alone; nil for nothing. It is no SHA-256.
    public let checksum: String?
    /// Whether it is small and shown in lists, so that it goes before the others.
    public let isPreview: Bool
    /// Whether only a version that waits names it: it is in use on this device, and no other one's concern.
    public let waits: Bool

    /// A file by its path and size.
    public init(path: String, bytes: Int, checksum: String? = nil, isPreview: Bool = false, waits: Bool = false) {
        (self.path, self.bytes, self.checksum, self.isPreview, self.waits) = (path, bytes, checksum, isPreview, waits)
    }
}

/// The files that a plugin's records name: what belongs to a person on all their devices beside the records themselves.
public struct NamedFiles: Sendable {
    /// The part that they travel with.
    public let scope: Scope
    /// The folder within the app's directory in which all of them lie: `Photos`.
    public let folder: String
    /// All of them: those of records that stand, of what lies in a trash, and of versions that wait (`Registry.waiting`). Each path once; it may be
    /// missing here as long as it has not come.
    public let files: @Sendable () throws -> [NamedFile]

    /// The files of a folder.
    public init(_ scope: Scope, in folder: String, files: @escaping @Sendable () throws -> [NamedFile]) {
        (self.scope, self.folder, self.files) = (scope, folder, files)
    }
}

extension ExtensionPoint where Contribution == NamedFiles {
    /// The files that records name.
    public static var namedFiles: Self { ExtensionPoint("named files") { $0.folder } }
}

/// Whether files that records name may come from elsewhere: one that is missing is no damage then.
public struct AwaitedFiles: Sendable {
    /// Asked now.
    public let mayCome: @Sendable () -> Bool

    /// Files from other devices.
    public init(_ mayCome: @escaping @Sendable () -> Bool) { self.mayCome = mayCome }
}

extension ExtensionPoint where Contribution == AwaitedFiles {
    /// Who brings files.
    public static var awaitedFiles: Self { ExtensionPoint("awaited files") }
}

/// Versions of records that do not stand and may come back: what gave way to another device and waits for its person, what has yet to come in. What
/// they name is in use.
public struct WaitingVersions: Sendable {
    /// Those of one kind, in every partition.
    public let versions: @Sendable (_ collection: String) throws -> [StoredRecord]

    /// Versions from a function.
    public init(_ versions: @escaping @Sendable (_ collection: String) throws -> [StoredRecord]) { self.versions = versions }
}

extension ExtensionPoint where Contribution == WaitingVersions {
    /// Versions of records that may come back.
    public static var waitingVersions: Self { ExtensionPoint("waiting versions") }
}

extension Registry {
    /// Whether files that records name may come from elsewhere.
    public var filesMayCome: Bool { all(.awaitedFiles).contains { $0.mayCome() } }

    /// The versions of a kind of record that do not stand and may come back. One that this program cannot read is left out.
    public func waiting<Record: Storable>(_ kind: RecordCollection<Record>) throws -> [Record] {
        try all(.waitingVersions).flatMap { try $0.versions(kind.name) }.filter(\.isLive).compactMap { try? kind.decode($0) }
    }
}
