/// A folder next to the store in which a plugin keeps files.
public struct DataFolder: Sendable {
    /// The treatment of the files in a backup, a restore and a reset.
    public enum Handling: Sendable {
        /// The files are user data: a backup includes them, a restore replaces the current ones, a
        /// reset deletes them.
        case userData
        /// The files can be recreated: no backup includes them, a reset deletes them.
        case regenerable
        /// The files belong to this device, such as purchases: a backup includes them, and a
        /// restore adds missing ones. No command deletes or overwrites them.
        case deviceLocal
    }

    /// The folder's name within the app's directory: `Photos`.
    public let name: String
    /// The word for one file: "photo".
    public let file: String
    /// The word for several files: "photos".
    public let files: String
    public let handling: Handling
    /// Names of files directly in the folder that describe this device alone. No backup includes
    /// them, and a restore refuses them.
    public let deviceLocalFiles: Set<String>

    public init(
        _ name: String, of file: String, many: String? = nil, _ care: Handling = .userData,
        deviceLocalFiles: Set<String> = []
    ) {
        self.name = name
        self.file = file
        self.files = many ?? file + "s"
        self.handling = care
        self.deviceLocalFiles = deviceLocalFiles
    }

    /// Whether a backup includes its files.
    public var isBackedUp: Bool { handling != .regenerable }
}

extension ExtensionPoint where Contribution == DataFolder {
    /// The folders that `backup` saves, `restore` fills and `reset` empties.
    public static var dataFolders: Self { ExtensionPoint { $0.name } }
}

/// A file that no backup includes, because its holder can act as its owner.
public struct SecretFile: Sendable {
    /// The name within the app's directory: `identity`.
    public let name: String
    /// The description of the file: "your name in the community".
    public let what: String

    public init(_ name: String, _ what: String) {
        self.name = name
        self.what = what
    }
}

extension ExtensionPoint where Contribution == SecretFile {
    /// The files that `backup` leaves out and lists.
    public static var secretFiles: Self { ExtensionPoint { $0.name } }
}

extension ExtensionPoint where Contribution == String {
    /// The collections of an app's internal data. A store with only these counts as empty.
    public static var internalCollections: Self { ExtensionPoint { $0 } }
}
