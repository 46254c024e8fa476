import Composition
import FeedbackCOIN
import FeedbackCOINCommands
import Groups
import GroupsAdapters
import Kernel
import Programs

extension TeamPlugin {
    /// Feedback in teams, beside a journal.
    init(_ environment: Environment, _ journal: FeedbackJournal, _ store: any Store) {
        let home = GroupHome(
            environment.variables, own: environment.dataDirectory, isOther: environment.options.dataDirectory != nil,
            isKept: !environment.isPassing, isRehearsal: environment.options.isDryRun)
        let membership = home.membership(
            .team, over: store, for: home.person(ids: environment.ids, time: environment.time), notes: environment.notes,
            opening: environment.opened.add)
        let servant = environment.servant("team-courier", ["team", "send"], atMost: 60)
        let data = environment.home
        self.init(
            FeedbackTeam(membership, journal: journal),
            courier: TeamCourier(
                isReady: { servant.isReady && FileManager.default.fileExists(atPath: data + "/CURRENT") },
                start: { servant.start() },
                begin: {
                    switch servant.begin() {
                    case .asked: .asked
                    case .alone: .background
                    case .late: nil
                    }
                }))
    }
}
