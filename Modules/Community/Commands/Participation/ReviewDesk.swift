import Community
import Kernel
import Terminal

/// When an app may ask for a review, and what it knows of how it went. The composition fills it from the app's features.
public struct ReviewMoments: Sendable {
    /// When to ask.
    public let policy: ReviewPolicy
    /// The first words of the commands after which something may have gone well.
    public let commands: Set<String>
    /// What the person has done until now; asked for after such a command only.
    public let deeds: @Sendable () throws -> ReviewPolicy.Deeds

    /// Moments after which the policy is asked; `deeds` is what it judges by.
    public init(
        _ policy: ReviewPolicy, after commands: Set<String>, deeds: @escaping @Sendable () throws -> ReviewPolicy.Deeds
    ) {
        (self.policy, self.commands, self.deeds) = (policy, commands, deeds)
    }

    /// Nobody is ever asked.
    public static let never = ReviewMoments(.study, after: []) { .init() }
}

/// `community review`, and the question that leads to it.
struct ReviewDesk: Sendable {
    let participation: Participation

    private struct Review: Sendable {}
    private static let fields: [Field<Review>] = [Field("reviewed", "whether you have reviewed the app") { _ in .bool(true) }]

    var review: Command {
        Command(
            "community review", "Say that you have reviewed the app",
            discussion: """
                Wherever you did: in a shop, on a page, to your club. You are never asked for a review again. If you take part in the community it \
                is counted there, without your words.
                """,
            examples: [.init("community review", "you did")], returns: .one(ReviewDesk.fields), changes: true
        ) {
            try participation.reviewed()
            return .changed(
                "Thank you for your review! You will not be asked again.", Review(), ReviewDesk.fields,
                next: ["community roadmap"])
        }
    }

    func question(_ moments: ReviewMoments) -> Afterword {
        Afterword("review") { command in
            guard moments.commands.contains(command),
                (try? participation.asksForReview(after: moments.deeds(), moments.policy)) == true
            else { return [] }
            return [
                .paragraph(
                    StyledText("Do you like it? ", .accent)
                        + StyledText(
                            "A review helps others to find it. When you have written one, say so, and you are not asked again: ")
                        + StyledText("\(participation.app) community review", .input))
            ]
        }
    }
}
