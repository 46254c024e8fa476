import Composition
import FeedbackCOIN
import FeedbackCOINCommands
import Groups
import Kernel

extension Environment {
    /// Feedback in teams, beside a journal.
    func team(_ journal: FeedbackJournal, _ store: any Store) -> TeamPlugin {
        let person = groupPerson()
        let membership = Membership(.team, store: store, access: groupAccess(.team, for: person), person: person)
        let courier = groupCourier(["team", "send"])
        return TeamPlugin(
            FeedbackTeam(membership, journal: journal), courier: TeamCourier(isReady: courier.isReady, start: courier.start))
    }
}
