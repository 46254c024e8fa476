import Community
import Guidance
import Interface
import Kernel

/// The plugin that adds `community …`, answers on the first screen and an occasional review
/// question to an app.
package struct CommunityPlugin: Plugin {
    package let name = "Community"
    private let client: CommunityClient
    private let product: String
    private let reviews: ReviewPolicy?

    /// Creates the commands for one participant.
    ///
    /// - Parameters:
    ///   - product: the app's name for people, for example "TKDojang".
    ///   - reviews: the policy for review questions, or nil to disable them.
    package init(client: CommunityClient, product: String, reviews: ReviewPolicy? = nil) {
        self.client = client
        self.product = product
        self.reviews = reviews
    }

    package func contribute(to registry: inout Registry) {
        registry.add(.local(CommunityClient.collections))
        registry.add(to: .commands) { commands($0) }
        registry.add(SecretFile("identity", "your name in the community"), to: .secretFiles)
        registry.add(SecretFile("community-logins", "your logins at communities"), to: .secretFiles)
        let card = CommunityCard(client: client)
        registry.add(card.card, to: .homeCards)
        registry.add(card.status, to: .statusItems)
        registry.add(CommunityHelp(product: product).topic, to: .helpTopics)
        registry.add(CommunityPlugin.tip, to: .tips)
        registry.add(CommunityPlugin.group, to: .commandGroups)
        let connection = ConnectionCommands(client: client)
        registry.add(connection.postCommandHint, to: .postCommandHints)
        registry.add(connection.postCommandTask, to: .postCommandTasks)
        registry.add(to: .postCommandHints) { registry in
            reviews.map { [ReviewCommand(client: client).question($0, registry.all(.usage))] } ?? []
        }
    }

    private func commands(_ registry: Registry) -> [Command] {
        var client = client
        client.usage = { try UsageData(registry.all(.usage)) }
        let feedback = FeedbackCommand(client: client, product: product)
        let suggestions = SuggestCommands(client: client)
        let voting = VoteCommands(client: client, product: product)
        let inbox = InboxCommands(client: client)
        let connection = ConnectionCommands(client: client)
        let personalData = PersonalDataCommands(client: client)
        return [
            feedback.feedback, inbox.mine, voting.roadmap, voting.vote, voting.unvote, suggestions.suggest,
            suggestions.suggestions, suggestions.withdraw, voting.upvote, inbox.news, inbox.insights, inbox.read,
            personalData.forgetMe, personalData.exportMine,
            ReviewCommand(client: client).review, connection.connect, connection.status, connection.send,
        ]
    }
}

extension CommunityPlugin {
    /// The entries on the first page of help.
    private static let group = CommandGroup(
        "Community", order: 70,
        [
            "community feedback", "community mine", "community roadmap", "community vote", "community suggest",
            "community news",
        ])

    private static let tip = Tip(
        "CommunityVoting", icon: "hand.thumbsup", glyph: "♥", "Vote on what we build next!",
        "community roadmap shows what is planned; community vote ID is your say in it.", feature: "community",
        onFirstVisit: true)
}
