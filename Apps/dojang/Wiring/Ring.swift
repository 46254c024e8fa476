import Composition
import Content
import ContentAdapters
import Kernel
import Profiles
import Ring
import RingCommands
import Terminal

extension RingPlugin {
    /// Creates the round timer and the matches of the current user, and the check of rules from
    /// packs.
    ///
    /// While a screen shows the clock it rings itself. Only the desktop is notified in addition,
    /// because a printed line would overwrite the screen.
    static func dojang(
        _ environment: Environment, store: any Store, _ devicePacks: DevicePacks,
        of chosen: @escaping @Sendable () throws -> Profile
    ) -> some Plugin {
        RingPlugin(
            table: {
                let profile = try chosen()
                return MatchTable(
                    store.scoped(to: profile.partition), ids: environment.ids, time: environment.time,
                    packRules: { devicePacks.curriculum(of: profile).rules().value.map(\.fields) })
            }, time: environment.time, notifier: environment.desktop, announcer: environment.notifier,
            sleep: Pause.seconds
        ).adding(.ring, to: .ruleValidators)
    }
}

extension RuleValidator {
    /// The judge of pack rules, with the checks that a match uses.
    fileprivate static let ring = RuleValidator { entries in
        MergedRules(entries.map(\.fields)).errors.map {
            Objection(id: $0.id, field: $0.field, sentence: $0.sentence, advice: RuleError.advice)
        }
    }
}
