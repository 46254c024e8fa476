import Community
import Kernel
import Terminal

/// What the community has for a person, on the first screen of an app: unread answers, told once in full and then as a number.
struct CommunityCard: Sendable {
    let participation: Participation

    var card: HomeCard {
        HomeCard("community", order: 80) {
            // The first screen stands, wherever the community is.
            let stranded = (try? participation.countWithoutCommunity()) ?? 0
            guard stranded == 0, let (unread, fresh) = try? seen() else {
                return HomeCard.Content(
                    blocks: stranded == 0 ? [] : [.paragraph(StyledText(declared: CommunityCard.waiting(stranded), .warning))],
                    at: .below,
                    members: [.init("unread", .null), .init("notifications", .list([]))],
                    next: stranded == 0 ? [] : ["community connect DIR"])
            }
            let told = fresh.map { answer in
                Block.paragraph(StyledText("\(declared: answer.title): ", .accent) + StyledText(declared: answer.body))
            }
            return HomeCard.Content(
                blocks: told + badge(unread, isNew: !fresh.isEmpty), at: .below,
                members: [
                    .init("unread", .integer(unread.count)),
                    .init("notifications", .list(fresh.map { notification($0, badge: unread.count) })),
                ], next: unread.isEmpty ? [] : ["community mine", "community read --all"])
        }
    }

    /// How many answers are unread, for status bars, by what this device was told; nothing where none is.
    var status: StatusItem {
        StatusItem("answers", letters: [("ur", "answers from the community that are unread")]) {
            let unread = try participation.unread()
            guard unread > 0 else { return nil }
            return StatusItem.Content(
                text: unread == 1
                    ? "1 answer from the community is unread" : "\(unread) answers from the community are unread",
                short: "✉ \(unread)", values: ["\(unread)"])
        }
    }

    private static func waiting(_ count: Int) -> String {
        count == 1
            ? "1 message to the developers is waiting here: you are not connected to a community yet."
            : "\(count) messages to the developers are waiting here: you are not connected to a community yet."
    }

    /// How many are unread; that there was an answer is said in short once it was said in full.
    private func badge(_ unread: [Answer], isNew: Bool) -> [Block] {
        guard !unread.isEmpty else { return [] }
        let short = !isNew && unread.contains { $0.category != nil } ? "Developer responded to your feedback: " : ""
        return [.paragraph(StyledText("\(short)\(unread.count) unread from the community", .accent))]
    }

    private func seen() throws -> (unread: [Answer], fresh: [Answer]) {
        try participation.attend(atOnce: false)
        return try participation.news()
    }

    private func notification(_ answer: Answer, badge: Int) -> FieldValue {
        .object([
            .init("title", .text(answer.title)), .init("body", .text(answer.body)), .init("badge", .integer(badge)),
            .init("feedbackID", .text(answer.id)), .init("category", .text(answer.category?.rawValue)),
        ])
    }
}
