import Community
import Guidance
import Kernel
import Terminal

/// Brings the community to an app: `community …`, on the first screen what was answered, and now and then the question for a review.
public struct CommunityPlugin: Plugin {
    public let name = "Community"
    private let participation: Participation
    private let reviews: ReviewMoments

    /// The commands over somebody's part in the community.
    ///
    /// - Parameter reviews: when this app may ask for a review.
    public init(participation: Participation, reviews: ReviewMoments = .never) {
        (self.participation, self.reviews) = (participation, reviews)
    }

    public func contribute(to registry: inout Registry) {
        registry.add(collections: Participation.collections)
        let speaking = SpeakingDesk(participation: participation)
        let voting = VotingDesk(participation: participation)
        let hearing = HearingDesk(participation: participation)
        let leaving = LeavingDesk(participation: participation)
        let commands = [
            speaking.feedback, hearing.mine, voting.roadmap, voting.vote, voting.unvote, speaking.suggest, speaking.suggestions,
            voting.upvote, hearing.news, hearing.insights, hearing.read, leaving.forgetMe, leaving.exportMine,
            ReviewDesk(participation: participation).review,
        ]
        for command in commands { registry.add(command, to: .commands) }
        registry.add(CommunityCard(participation: participation).card, to: .homeCards)
        registry.add(CommunityPlugin.topic, to: .helpTopics)
        registry.add(CommunityPlugin.tip, to: .tips)
        registry.add(ReviewDesk(participation: participation).question(reviews), to: .afterwords)
    }
}

extension CommunityPlugin {
    private static let topic = HelpTopic(
        "community", "Being heard",
        paragraphs: [
            """
            Your feedback shapes our roadmap - vote on features! community feedback tells the developers something, community roadmap shows what is
            planned and takes your vote, community suggest puts an idea before everybody, and community mine has the answers.

            You are known by a number that is made on this device. What goes along with feedback is shown before it is sent: the app's version, the
            system and the machine always, how you use the app unless you switch that off. Nothing else leaves this device.

            What cannot be sent now waits here and is sent later. community export-mine has everything of yours; community forget-me takes it back.
            """
        ], commands: ["community feedback", "community roadmap", "community suggest", "community mine", "community forget-me"])

    private static let tip = Tip(
        "CommunityVoting", icon: "hand.thumbsup", glyph: "♥", "Vote on what we build next!",
        "community roadmap shows what is planned; community vote ID is your say in it.", feature: "community", onFirstVisit: true)
}
