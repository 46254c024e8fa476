import Community
import Kernel
import Terminal

/// Brings the community to an app: `community …`, and on the first screen what was answered.
public struct CommunityPlugin: Plugin {
    public let name = "Community"
    private let participation: Participation

    /// The commands over somebody's part in the community.
    public init(participation: Participation) { self.participation = participation }

    public func contribute(to registry: inout Registry) {
        for collection in Participation.collections { registry.add(collection, to: .collections) }
        let speaking = SpeakingDesk(participation: participation)
        let voting = VotingDesk(participation: participation)
        let hearing = HearingDesk(participation: participation)
        let leaving = LeavingDesk(participation: participation)
        let commands = [
            speaking.feedback, hearing.mine, voting.roadmap, voting.vote, voting.unvote, speaking.suggest, speaking.suggestions,
            voting.upvote, hearing.news, hearing.insights, hearing.read, leaving.forgetMe, leaving.exportMine,
        ]
        for command in commands { registry.add(command, to: .commands) }
        registry.add(CommunityCard(participation: participation).card, to: .homeCards)
    }
}
