import Files
import Groups
import Kernel
import Programs

/// Where the groups of a person begin on a machine: the folder with their key and their logins, the same for all apps.
public struct GroupHome: Sendable {
    private let folder: @Sendable () throws -> String
    private let isKept: Bool
    private let isRehearsal: Bool

    /// The folder, asked when it is needed first.
    ///
    /// - Parameters:
    ///   - isKept: whether anything of the app is; where nothing is, nothing is founded either, since its key would be gone.
    ///   - isRehearsal: whether what is done is forgotten.
    public init(_ folder: @escaping @Sendable () throws -> String, isKept: Bool, isRehearsal: Bool) {
        (self.folder, self.isKept, self.isRehearsal) = (folder, isKept, isRehearsal)
    }

    /// The folder that a person has for all apps, unless the data of this one are another person's.
    ///
    /// - Parameter own: where the app's own data lie.
    public init(
        _ variables: [String: String], own: @escaping @Sendable () throws -> String, isOther: Bool, isKept: Bool,
        isRehearsal: Bool
    ) {
        let shared = isOther ? nil : BaseFolders(variables).data(of: "commonplace")
        self.init({ try shared ?? own() }, isKept: isKept, isRehearsal: isRehearsal)
    }

    /// Who goes to groups from here.
    ///
    /// - Parameter profile: which of several people on this device; each has a key and logins of their own. Nil for an app without profiles.
    public func person(_ profile: String? = nil, ids: IDSource, time: TimeSource) -> GroupPerson {
        let file = MemberKeys.file { try self.path("group-key", of: profile) }
        let nobody = MemberKeys(load: { nil }, obtain: { throw Failure.memberKeyDamaged })
        let keys = isKept && !isRehearsal ? file : .rehearsed(over: isKept ? file : nobody)
        return GroupPerson(keys: keys, ids: ids, time: time, chance: MemberKeys.chance)
    }

    /// Their way to the groups of a feature.
    ///
    /// - Parameters:
    ///   - profile: as for the person.
    ///   - notes: where it is noted, outside a folder, how far its store has got.
    ///   - opening: hears of each store once it is open, so that somebody closes it.
    public func access(
        _ statutes: Statutes, for person: GroupPerson, _ profile: String? = nil, notes: String?,
        opening: @escaping @Sendable (any Store) -> Void
    ) -> GroupAccess {
        let logins = GroupLogins { try self.path("group-logins", of: profile) }
        return .shared(
            statutes, for: person,
            in: GroupSurroundings(
                logins: logins, notes: notes,
                outbox: {
                    WorkLock("group-outbox-\(statutes.purpose)\(profile.map { "-\($0)" } ?? "")", in: try folder())
                }, opening: opening),
            isRehearsal: isRehearsal || !isKept)
    }

    /// Somebody's part in the groups of a feature, with what waits and what was seen in a store of the app.
    ///
    /// - Parameter person: who it is, as `person(_:ids:time:)` has them for the same profile.
    public func membership(
        _ statutes: Statutes, of profile: String? = nil, over store: any Store, for person: GroupPerson, notes: String?,
        opening: @escaping @Sendable (any Store) -> Void
    ) -> Membership {
        let access = access(statutes, for: person, profile, notes: notes, opening: opening)
        return Membership(statutes, store: store, access: access, person: person)
    }

    private func path(_ name: String, of profile: String?) throws -> String {
        try folder() + "/" + name + (profile.map { "-\($0)" } ?? "")
    }
}
