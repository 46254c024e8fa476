import Files
import Groups
import GroupsAdapters
import Kernel
import Programs

extension Environment {
    /// Who goes to groups from here: one key for all apps of a person, unless `--data` says that this is another one.
    ///
    /// - Parameter profile: who of several people on this device it is; each has a key and logins of their own. Nil for an app without profiles.
    package func groupPerson(_ profile: String? = nil) -> GroupPerson {
        let file = MemberKeys.file { try self.groupFile("group-key", of: profile) }
        let keys = isPassing ? MemberKeys.rehearsed(over: .none) : options.isDryRun ? .rehearsed(over: file) : file
        return GroupPerson(keys: keys, ids: ids, time: time, chance: MemberKeys.chance)
    }

    /// The way to the groups of a feature. Where nothing of the app is kept, nothing is founded either: its key would be gone.
    package func groupAccess(_ statutes: Statutes, for person: GroupPerson, _ profile: String? = nil) -> GroupAccess {
        .shared(
            statutes, for: person,
            in: GroupSurroundings(
                logins: GroupLogins { try self.groupFile("group-logins", of: profile) }, notes: notes, opening: opened.add),
            isRehearsal: options.isDryRun || isPassing)
    }

    /// Whether there is anybody to send in the background what waits for groups, and what starts them: one process at a time.
    package func groupCourier(_ words: [String]) -> (isReady: @Sendable () -> Bool, start: @Sendable () -> Void) {
        let (servant, home) = (servant("group-courier", words, atMost: 60), home)
        return (
            { servant.isReady && FileManager.default.fileExists(atPath: home + "/CURRENT") }, { servant.start() }
        )
    }

    private func groupFile(_ name: String, of profile: String?) throws -> String {
        try groupHome() + "/" + name + (profile.map { "-\($0)" } ?? "")
    }

    private func groupHome() throws -> String {
        let isOther = given != nil || options.dataDirectory != nil
        return try (isOther ? nil : BaseFolders(variables).data(of: "commonplace")) ?? dataDirectory()
    }
}
