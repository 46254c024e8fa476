/// A file next to the store, as a record refers to it.
public struct NamedFile: Hashable, Sendable {
    /// The path in the app's directory: `Photos/2026/11/<name>.heic`. The file is immutable.
    public let path: String
    public let bytes: Int
    /// The feature's own checksum of the contents, comparable only with itself, or nil. It is not a
    /// SHA-256.
    public let checksum: String?
    /// Whether the file is small and shown in lists, so that it is sent before the others.
    public let isPreview: Bool
    /// Whether only a pending version refers to the file. It is then in use on this device and not
    /// sent to others.
    public let isPending: Bool

    public init(path: String, bytes: Int, checksum: String? = nil, isPreview: Bool = false, isPending: Bool = false) {
        self.path = path
        self.bytes = bytes
        self.checksum = checksum
        self.isPreview = isPreview
        self.isPending = isPending
    }
}

/// The files that a plugin's records refer to, which belong to a person on all their devices.
public struct NamedFiles: Sendable {
    public let scope: Scope
    /// The folder of all these files within the app's directory: `Photos`.
    public let folder: String
    /// Returns all files of current records, of records in a trash and of pending versions
    /// (`Registry.pendingVersions`). Each path occurs once. A file that has not arrived yet may be
    /// missing here.
    public let files: @Sendable () throws -> [NamedFile]

    public init(_ scope: Scope, in folder: String, files: @escaping @Sendable () throws -> [NamedFile]) {
        self.scope = scope
        self.folder = folder
        self.files = files
    }
}

extension ExtensionPoint where Contribution == NamedFiles {
    public static var namedFiles: Self { ExtensionPoint { $0.folder } }
}

/// A check whether files may still arrive from other devices. A missing file is then no damage.
public struct AwaitedFiles: Sendable {
    public let mayArrive: @Sendable () -> Bool

    public init(_ mayCome: @escaping @Sendable () -> Bool) { self.mayArrive = mayCome }
}

extension ExtensionPoint where Contribution == AwaitedFiles {
    public static var awaitedFiles: Self { ExtensionPoint() }
}

/// Pending versions of records, which may become current again. Their files are in use.
///
/// Examples are a version that another device superseded and one that has not been merged yet.
public struct PendingVersions: Sendable {
    public let versions: @Sendable (_ collection: String) throws -> [StoredRecord]

    public init(_ versions: @escaping @Sendable (_ collection: String) throws -> [StoredRecord]) {
        self.versions = versions
    }
}

extension ExtensionPoint where Contribution == PendingVersions {
    public static var pendingVersions: Self { ExtensionPoint() }
}

extension Registry {
    /// Whether files of records may still arrive from other devices.
    public var filesMayArrive: Bool { all(.awaitedFiles).contains { $0.mayArrive() } }

    /// Returns the pending versions of a kind of record that this program can read.
    public func pendingVersions<Record: Storable>(_ kind: RecordCollection<Record>) throws -> [Record] {
        try all(.pendingVersions).flatMap { try $0.versions(kind.name) }.filter(\.isLive).compactMap {
            try? kind.decode($0)
        }
    }
}
