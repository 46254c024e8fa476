import Community
import Guidance
import Interface
import Kernel

/// The command `community review`, and the question that leads to it.
struct ReviewCommand: Sendable {
    let client: CommunityClient

    /// The fact of a review, for the report.
    private struct Review: Sendable {}
    private static let fields: [Field<Review>] = [
        Field("reviewed", "whether you have reviewed the app") { _ in .bool(true) }
    ]

    var review: Command {
        Command(
            "community review", "Say that you have reviewed the app",
            discussion: """
                It does not matter where: in a shop, on a web page, to your club. You are never asked for a review again. If you take part in the \
                community, it counts your review, without its words.
                """,
            examples: [.init("community review", "you did")], returns: .one(ReviewCommand.fields), changes: true
        ) {
            try client.recordReview()
            return .changed(
                "Thank you for your review! You will not be asked again.", Review(), ReviewCommand.fields,
                next: ["community roadmap"])
        }
    }

    /// Creates the question that the policy allows after a command.
    ///
    /// - Parameter usages: the person's use of each feature of the app.
    func question(_ policy: ReviewPolicy, _ usages: [FeatureUsage]) -> PostCommandHint {
        PostCommandHint("review") { command in
            guard usages.contains(where: { $0.commands.contains(command) }),
                (try? client.asksForReview(after: .init(usages), policy)) == true
            else { return [] }
            return [
                .paragraph(
                    StyledText("Do you like it? ", .accent)
                        + StyledText(
                            "A review helps others to find it. When you have written one, type this, and you will not be asked again: "
                        )
                        + StyledText("\(client.app) community review", .input))
            ]
        }
    }
}

extension FeatureUsage.UsageCounts {
    /// Adds up the sessions and milestones of an app's features, with the latest day of use.
    fileprivate init(_ usages: [FeatureUsage]) throws {
        let usageCounts = try usages.map { try $0.usageCounts() }
        self.init(
            sessions: usageCounts.reduce(0) { $0 + $1.sessions }, milestones: Set(usageCounts.flatMap(\.milestones)),
            day: usageCounts.reduce(0) { max($0, $1.day) })
    }
}

extension UsageData {
    /// Merges the counts of an app's features. If several report the same count, the first applies.
    init(_ usages: [FeatureUsage]) throws {
        let facts = try usages.flatMap { try $0.feedbackFacts() }
        self.init(
            belt: facts.compactMap { if case .belt(let text) = $0 { text } else { nil } }.first,
            mode: facts.compactMap { if case .mode(let text) = $0 { text } else { nil } }.first,
            feature: facts.compactMap { if case .feature(let text) = $0 { text } else { nil } }.first,
            sessions: facts.compactMap { if case .sessions(let count) = $0 { count } else { nil } }.first)
    }
}
