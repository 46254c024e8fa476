import Kernel
import Storage

/// Where an app keeps what is no record, for the commands that take all of it along, bring it back, or let it go.
public struct StorePlace: Sendable {
    /// The app, as it is typed.
    let app: String
    /// The directory of the app's store; nil where everything is in memory.
    let directory: String?
    /// Folders in it that hold nothing but what can be made again, or what is on its way.
    let passing: [String]
    /// Whether nothing is to be changed.
    let isRehearsal: Bool

    /// A place in a directory.
    public init(
        app: String, directory: String?, passing: [String] = ["coming", "drafts", "kept", "rows", "search", "work"],
        isRehearsal: Bool = false
    ) {
        (self.app, self.directory, self.passing, self.isRehearsal) = (app, directory, passing, isRehearsal)
    }

    /// Takes files of a backup in, if there is a place for them.
    func staging(for folders: [String], at time: Instant) throws -> Staging? {
        guard !isRehearsal, let directory else { return nil }
        return try Staging(directory, folders: folders, mark: String(time.milliseconds, radix: 36))
    }
}
