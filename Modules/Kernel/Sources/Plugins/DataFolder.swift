/// A folder beside the records in which a plugin keeps files.
public struct DataFolder: Sendable {
    /// The folder's name within the app's directory: `Photos`.
    public let name: String
    /// What one file in it is called: "photo".
    public let file: String
    /// Whether its files belong to what people have, so that a backup takes them along; what can be made again does not.
    public let isKept: Bool

    /// A folder whose files belong to what people have, unless it says that they can be made again.
    public init(_ name: String, of file: String, isKept: Bool = true) {
        (self.name, self.file, self.isKept) = (name, file, isKept)
    }
}

extension ExtensionPoint where Contribution == DataFolder {
    /// Where plugins keep files: what `backup` takes along, `restore` brings back and `reset` empties.
    public static var dataFolders: Self { ExtensionPoint("data folders") { $0.name } }
}

extension ExtensionPoint where Contribution == String {
    /// The collections in which an app notes things for itself: who has nothing but these has nothing yet.
    public static var ownNotes: Self { ExtensionPoint("own notes") { $0 } }
}
