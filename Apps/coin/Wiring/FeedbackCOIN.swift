import Composition
import FeedbackCOIN
import FeedbackCOINCommands
import Groups
import GroupsAdapters
import Kernel
import Outbox
import OutboxAdapters

extension TeamPlugin {
    init(_ environment: Environment, _ journal: FeedbackJournal, _ store: any Store) {
        let home = GroupHome(
            environment.variables, own: environment.dataDirectory, isOther: environment.options.dataDirectory != nil,
            isKept: !environment.isTemporary, isDryRun: environment.options.isDryRun)
        let membership = home.membership(
            .team, over: store, for: home.person(ids: environment.ids, time: environment.time),
            notes: environment.notes, opening: environment.opened.add)
        let backgroundJob = environment.backgroundJob("team-courier", ["team", "send"], atMost: 60)
        self.init(
            FeedbackTeam(membership, journal: journal), sender: .process(backgroundJob, data: environment.home))
    }
}
