import Community
import Guidance
import Kernel
import Terminal

/// Brings the community to an app: `community …`, on the first screen what was answered, and now and then the question for a review.
public struct CommunityPlugin: Plugin {
    public let name = "Community"
    private let participation: Participation
    private let product: String
    private let reviews: ReviewPolicy?

    /// The commands over somebody's part in the community.
    ///
    /// - Parameters:
    ///   - product: what people call the app: "TKDojang".
    ///   - reviews: when this app may ask for a review; nil for never.
    public init(participation: Participation, product: String, reviews: ReviewPolicy? = nil) {
        (self.participation, self.product, self.reviews) = (participation, product, reviews)
    }

    public func contribute(to registry: inout Registry) {
        registry.add(.staying(Participation.collections))
        registry.add(to: .commands) { commands($0) }
        registry.add(SecretFile("identity", "your name in the community"), to: .secretFiles)
        registry.add(SecretFile("community-logins", "your logins at communities"), to: .secretFiles)
        let card = CommunityCard(participation: participation)
        registry.add(card.card, to: .homeCards)
        registry.add(card.status, to: .statusItems)
        registry.add(CommunityHub(product: product).topic, to: .helpTopics)
        registry.add(CommunityPlugin.tip, to: .tips)
        registry.add(CommunityPlugin.group, to: .commandGroups)
        let connection = ConnectionDesk(participation: participation)
        registry.add(connection.afterword, to: .afterwords)
        registry.add(connection.errand, to: .errands)
        registry.add(to: .afterwords) { whole in
            reviews.map { [ReviewDesk(participation: participation).question($0, whole.all(.headway))] } ?? []
        }
    }

    private func commands(_ whole: Registry) -> [Command] {
        var participation = participation
        participation.usage = { try UsageData(whole.all(.headway)) }
        let outbox = OutboxDesk(participation: participation, product: product)
        let ideas = IdeaDesk(participation: participation)
        let voting = VotingDesk(participation: participation, product: product)
        let inbox = InboxDesk(participation: participation)
        let connection = ConnectionDesk(participation: participation)
        let leaving = LeavingDesk(participation: participation)
        return [
            outbox.feedback, inbox.mine, voting.roadmap, voting.vote, voting.unvote, ideas.suggest, ideas.suggestions,
            ideas.withdraw, voting.upvote, inbox.news, inbox.insights, inbox.read, leaving.forgetMe, leaving.exportMine,
            ReviewDesk(participation: participation).review, connection.connect, connection.status, connection.send,
        ]
    }
}

extension CommunityPlugin {
    /// What stands on the first page of help.
    private static let group = CommandGroup(
        "Community", order: 70,
        ["community feedback", "community mine", "community roadmap", "community vote", "community suggest", "community news"])

    private static let tip = Tip(
        "CommunityVoting", icon: "hand.thumbsup", glyph: "♥", "Vote on what we build next!",
        "community roadmap shows what is planned; community vote ID is your say in it.", feature: "community", onFirstVisit: true)
}
