/// A folder beside the records in which a plugin keeps files.
public struct DataFolder: Sendable {
    /// What becomes of the files when all of an app's data is taken along or erased.
    public enum Care: Sendable {
        /// They belong to what people have: a backup takes them along, a restore puts them in the place of what is here, a reset erases them.
        case kept
        /// They can be made again: no backup has them, a reset erases them.
        case remade
        /// They are this device's own, such as what was paid for: a backup takes them along, a restore adds those that are not here, and
        /// nothing erases or overwrites one.
        case spared
    }

    /// The folder's name within the app's directory: `Photos`.
    public let name: String
    /// What one file in it is called: "photo".
    public let file: String
    /// What several are called: "photos".
    public let files: String
    /// What becomes of its files.
    public let care: Care
    /// Names of files right in it that say something of this device alone: they stay here, and no backup may bring one.
    public let ownNotes: Set<String>

    /// A folder whose files belong to what people have, unless it says otherwise.
    public init(
        _ name: String, of file: String, many: String? = nil, _ care: Care = .kept, but ownNotes: Set<String> = []
    ) {
        (self.name, self.file, self.files) = (name, file, many ?? file + "s")
        (self.care, self.ownNotes) = (care, ownNotes)
    }

    /// Whether a backup takes its files along.
    public var isTaken: Bool { care != .remade }
}

extension ExtensionPoint where Contribution == DataFolder {
    /// Where plugins keep files: what `backup` takes along, `restore` brings back and `reset` empties.
    public static var dataFolders: Self { ExtensionPoint("data folders") { $0.name } }
}

/// A file that no backup takes along, because whoever holds it can act as the person whose it is.
public struct SecretFile: Sendable {
    /// Its name within the app's directory: `identity`.
    public let name: String
    /// What it is: "your name in the community".
    public let what: String

    /// A file by its name.
    public init(_ name: String, _ what: String) { (self.name, self.what) = (name, what) }
}

extension ExtensionPoint where Contribution == SecretFile {
    /// What `backup` leaves out, and says so.
    public static var secretFiles: Self { ExtensionPoint("secret files") { $0.name } }
}

extension ExtensionPoint where Contribution == String {
    /// The collections in which an app notes things for itself: who has nothing but these has nothing yet.
    public static var ownNotes: Self { ExtensionPoint("own notes") { $0 } }
}
