import Composition
import Content
import ContentAdapters
import Kernel
import Profiles
import Ring
import RingCommands
import Terminal

extension RingPlugin {
    /// The round timer and the matches of whoever is at the terminal, and the judge of the rules that packs bring. While a screen shows the clock it
    /// rings itself, and only the desktop is told besides: a line would write over it.
    static func dojang(
        _ environment: Environment, store: any Store, _ shelf: DevicePacks, of chosen: @escaping @Sendable () throws -> Profile
    ) -> some Plugin {
        RingPlugin(
            table: {
                let profile = try chosen()
                return MatchTable(
                    store.scoped(to: profile.partition), ids: environment.ids, time: environment.time,
                    brought: { shelf.curriculum(of: profile).rules().value.map(\.fields) })
            }, time: environment.time, notifier: environment.desktop, announcer: environment.notifier, sleep: Pause.seconds
        ).adding(.ring, to: .ruleJudges)
    }
}

extension RuleJudge {
    /// Rules of packs as a match would take them.
    fileprivate static let ring = RuleJudge { entries in
        BroughtRules(entries.map(\.fields)).faults.map {
            Objection(id: $0.id, field: $0.field, sentence: $0.sentence, advice: RuleFault.advice)
        }
    }
}
