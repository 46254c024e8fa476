import Groups
import Kernel

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

    /// Who goes to groups from here.
    public func person(ids: IDSource, time: TimeSource) -> GroupPerson {
        let file = MemberKeys.file { [folder] in try folder() + "/group-key" }
        let nobody = MemberKeys(load: { nil }, obtain: { throw Failure.memberKeyDamaged })
        let keys = isKept && !isRehearsal ? file : .rehearsed(over: isKept ? file : nobody)
        return GroupPerson(keys: keys, ids: ids, time: time, chance: MemberKeys.chance)
    }

    /// Their way to the groups of a feature.
    ///
    /// - Parameters:
    ///   - notes: where it is noted, outside a folder, how far its store has got.
    ///   - opening: hears of each store once it is open, so that somebody closes it.
    public func access(
        _ statutes: Statutes, for person: GroupPerson, notes: String?, opening: @escaping @Sendable (any Store) -> Void
    ) -> GroupAccess {
        let logins = GroupLogins { [folder] in try folder() + "/group-logins" }
        return .shared(
            statutes, for: person, in: GroupSurroundings(logins: logins, notes: notes, opening: opening),
            isRehearsal: isRehearsal || !isKept)
    }
}
