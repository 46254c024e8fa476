import Composition
import Groups
import GroupsAdapters
import Kernel
import Profiles

extension Environment {
    /// A profile's part in the groups of a feature; each profile has a key of its own.
    func membership(_ statutes: Statutes, of profile: Profile, in store: any Store) -> Membership {
        let home = GroupHome(
            variables, own: dataDirectory, isOther: options.dataDirectory != nil, isKept: !isPassing,
            isRehearsal: options.isDryRun)
        return home.membership(
            statutes, of: profile.id.rawValue, over: store.scoped(to: profile.partition),
            for: home.person(profile.id.rawValue, ids: ids, time: time), notes: notes, opening: opened.add)
    }
}
