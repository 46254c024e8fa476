import Community
import Guidance
import Kernel
import Terminal

/// Brings the community to an app: `community …`, on the first screen what was answered, and now and then the question for a review.
public struct CommunityPlugin: Plugin {
    public let name = "Community"
    private let participation: Participation
    private let product: String
    private let reviews: ReviewMoments

    /// The commands over somebody's part in the community.
    ///
    /// - Parameters:
    ///   - product: what people call the app: "TKDojang".
    ///   - reviews: when this app may ask for a review.
    public init(participation: Participation, product: String, reviews: ReviewMoments = .never) {
        (self.participation, self.product, self.reviews) = (participation, product, reviews)
    }

    public func contribute(to registry: inout Registry) {
        registry.add(collections: Participation.collections)
        let outbox = OutboxDesk(participation: participation, product: product)
        let voting = VotingDesk(participation: participation)
        let inbox = InboxDesk(participation: participation)
        let leaving = LeavingDesk(participation: participation)
        let commands = [
            outbox.feedback, inbox.mine, voting.roadmap, voting.vote, voting.unvote, outbox.suggest, outbox.suggestions,
            voting.upvote, inbox.news, inbox.insights, inbox.read, leaving.forgetMe, leaving.exportMine,
            ReviewDesk(participation: participation).review,
        ]
        for command in commands { registry.add(command, to: .commands) }
        registry.add(CommunityCard(participation: participation).card, to: .homeCards)
        registry.add(CommunityHub(product: product).topic, to: .helpTopics)
        registry.add(CommunityPlugin.tip, to: .tips)
        registry.add(ReviewDesk(participation: participation).question(reviews), to: .afterwords)
    }
}

extension CommunityPlugin {
    private static let tip = Tip(
        "CommunityVoting", icon: "hand.thumbsup", glyph: "♥", "Vote on what we build next!",
        "community roadmap shows what is planned; community vote ID is your say in it.", feature: "community", onFirstVisit: true)
}
