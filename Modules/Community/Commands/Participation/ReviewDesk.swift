import Community
import Guidance
import Kernel
import Terminal

/// `community review`, and the question that leads to it.
struct ReviewDesk: Sendable {
    let participation: Participation

    private struct Review: Sendable {}
    private static let fields: [Field<Review>] = [Field("reviewed", "whether you have reviewed the app") { _ in .bool(true) }]

    var review: Command {
        Command(
            "community review", "Say that you have reviewed the app",
            discussion: """
                It does not matter where: in a shop, on a web page, to your club. You are never asked for a review again. If you take part in the \
                community, it counts your review, without its words.
                """,
            examples: [.init("community review", "you did")], returns: .one(ReviewDesk.fields), changes: true
        ) {
            try participation.reviewed()
            return .changed(
                "Thank you for your review! You will not be asked again.", Review(), ReviewDesk.fields,
                next: ["community roadmap"])
        }
    }

    /// - Parameter headways: how far people have come with each feature of the app.
    func question(_ policy: ReviewPolicy, _ headways: [Headway]) -> Afterword {
        Afterword("review") { command in
            guard headways.contains(where: { $0.commands.contains(command) }),
                (try? participation.asksForReview(after: .init(headways), policy)) == true
            else { return [] }
            return [
                .paragraph(
                    StyledText("Do you like it? ", .accent)
                        + StyledText(
                            "A review helps others to find it. When you have written one, type this, and you will not be asked again: "
                        )
                        + StyledText("\(participation.app) community review", .input))
            ]
        }
    }
}

extension Headway.Deeds {
    /// What people have done with all features together.
    fileprivate init(_ headways: [Headway]) throws {
        let deeds = try headways.map { try $0.deeds() }
        self.init(
            sessions: deeds.reduce(0) { $0 + $1.sessions }, milestones: Set(deeds.flatMap(\.milestones)),
            day: deeds.reduce(0) { max($0, $1.day) })
    }
}

extension UsageData {
    /// What the features of an app tell; of several that tell the same the first is heard.
    init(_ headways: [Headway]) throws {
        let told = try headways.flatMap { try $0.told() }
        self.init(
            belt: told.compactMap { if case .belt(let text) = $0 { text } else { nil } }.first,
            mode: told.compactMap { if case .mode(let text) = $0 { text } else { nil } }.first,
            feature: told.compactMap { if case .feature(let text) = $0 { text } else { nil } }.first,
            sessions: told.compactMap { if case .sessions(let count) = $0 { count } else { nil } }.first)
    }
}
