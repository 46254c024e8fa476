import Files
import Groups
import Kernel
import Programs

/// The folder with a person's key and logins for groups, shared by all apps on a machine.
package struct GroupHome: Sendable {
    private let folder: @Sendable () throws -> String
    private let isKept: Bool
    private let isDryRun: Bool

    /// Creates the home from a folder, which is evaluated on first use.
    ///
    /// - Parameters:
    ///   - isKept: whether the app saves data. Without saved data no group is founded, because its
    ///     key would be lost.
    ///   - isDryRun: whether all changes are discarded.
    package init(_ folder: @escaping @Sendable () throws -> String, isKept: Bool, isDryRun: Bool) {
        self.folder = folder
        self.isKept = isKept
        self.isDryRun = isDryRun
    }

    /// Creates the home from the person's folder for all apps, unless this app's data belong to
    /// another person.
    ///
    /// - Parameter own: the location of the app's own data.
    package init(
        _ variables: [String: String], own: @escaping @Sendable () throws -> String, isOther: Bool, isKept: Bool,
        isDryRun: Bool
    ) {
        let shared = isOther ? nil : BaseFolders(variables).data(of: "commonplace")
        self.init({ try shared ?? own() }, isKept: isKept, isDryRun: isDryRun)
    }

    /// Returns the person who uses groups from here.
    ///
    /// - Parameter profile: one of several people on this device, each with a key and logins. Nil
    ///   for an app without profiles.
    package func person(_ profile: String? = nil, ids: IDSource, time: TimeSource) -> GroupPerson {
        let file = MemberKeys.file { try self.path("group-key", of: profile) }
        let noKeys = MemberKeys(load: { nil }, obtain: { throw Failure.memberKeyDamaged })
        let keys = isKept && !isDryRun ? file : .dryRunCopy(over: isKept ? file : noKeys)
        return GroupPerson(keys: keys, ids: ids, time: time, randomBytes: MemberKeys.randomBytes)
    }

    /// Returns the person's access to the groups of a feature.
    ///
    /// - Parameters:
    ///   - profile: the same profile as for the person.
    ///   - notes: the folder outside a group for the store's durability notes.
    ///   - opening: receives each open store, so that the caller can close it.
    package func access(
        _ policy: GroupPolicy, for person: GroupPerson, _ profile: String? = nil, notes: String?,
        opening: @escaping @Sendable (any Store) -> Void
    ) -> GroupAccess {
        let logins = GroupLogins { try self.path("group-logins", of: profile) }
        return .shared(
            policy, for: person,
            in: GroupEnvironment(
                logins: logins, notes: notes,
                outbox: {
                    WorkLock("group-outbox-\(policy.purpose)\(profile.map { "-\($0)" } ?? "")", in: try folder())
                }, opening: opening),
            isDryRun: isDryRun || !isKept)
    }

    /// Returns a person's membership in the groups of a feature, with its outbox and snapshots in a
    /// store of the app.
    ///
    /// - Parameter person: the result of `person(_:ids:time:)` for the same profile.
    package func membership(
        _ policy: GroupPolicy, of profile: String? = nil, over store: any Store, for person: GroupPerson,
        notes: String?, opening: @escaping @Sendable (any Store) -> Void
    ) -> Membership {
        let access = access(policy, for: person, profile, notes: notes, opening: opening)
        return Membership(policy, store: store, access: access, person: person)
    }

    /// Returns the path of a file, with the profile in its name.
    private func path(_ name: String, of profile: String?) throws -> String {
        try folder() + "/" + name + (profile.map { "-\($0)" } ?? "")
    }
}
