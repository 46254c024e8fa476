import Community
import Interface
import Kernel

/// The community's card on an app's first screen: each unread answer once in full, then only their
/// number.
struct CommunityCard: Sendable {
    let client: CommunityClient

    var card: HomeCard {
        HomeCard("community", order: 80) {
            // The first screen appears even if the community is away.
            let waitingCount = (try? client.countWithoutCommunity()) ?? 0
            guard waitingCount == 0, let (unread, unannounced) = try? markAnswersAsSeen() else {
                return HomeCard.Content(
                    blocks: waitingCount == 0
                        ? [] : [.paragraph(StyledText(declared: CommunityCard.waitingNotice(waitingCount), .warning))],
                    at: .below,
                    members: [.init("unread", .null), .init("notifications", .list([]))],
                    next: waitingCount == 0 ? [] : ["community connect DIR"])
            }
            let announcements = unannounced.map { answer in
                Block.paragraph(StyledText("\(declared: answer.title): ", .accent) + StyledText(declared: answer.body))
            }
            return HomeCard.Content(
                blocks: announcements + badge(unread, isNew: !unannounced.isEmpty), at: .below,
                members: [
                    .init("unread", .integer(unread.count)),
                    .init("notifications", .list(unannounced.map { notification($0, badge: unread.count) })),
                ], next: unread.isEmpty ? [] : ["community mine", "community read --all"])
        }
    }

    /// The number of unread answers this device knows, for status bars. It is empty if there are
    /// none.
    var status: StatusItem {
        StatusItem("answers", formatSpecifiers: [("ur", "answers from the community that are unread")]) {
            let unread = try client.unread()
            guard unread > 0 else { return nil }
            return StatusItem.Content(
                text: unread == 1
                    ? "1 answer from the community is unread" : "\(unread) answers from the community are unread",
                short: "✉ \(unread)", values: ["\(unread)"])
        }
    }

    /// Returns the notice about submissions that wait for a connection.
    private static func waitingNotice(_ count: Int) -> String {
        count == 1
            ? "1 message to the developers is waiting here: you are not connected to a community yet."
            : "\(count) messages to the developers are waiting here: you are not connected to a community yet."
    }

    /// Returns the number of unread answers, in a short form after an answer appeared in full.
    private func badge(_ unread: [Answer], isNew: Bool) -> [Block] {
        guard !unread.isEmpty else { return [] }
        let prefix = !isNew && unread.contains { $0.category != nil } ? "Developer responded to your feedback: " : ""
        return [.paragraph(StyledText("\(prefix)\(unread.count) unread from the community", .accent))]
    }

    /// Counts the person for this month and marks the new answers as announced.
    private func markAnswersAsSeen() throws -> (unread: [Answer], unannounced: [Answer]) {
        try client.recordAttendance(atOnce: false)
        return try client.announceAnswers()
    }

    /// Returns an answer as a notification for programs.
    private func notification(_ answer: Answer, badge: Int) -> OutputValue {
        .object([
            .init("title", .text(answer.title)), .init("body", .text(answer.body)), .init("badge", .integer(badge)),
            .init("feedbackID", .text(answer.id)), .init("category", .text(answer.category?.rawValue)),
        ])
    }
}
