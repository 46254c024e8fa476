import Community
import Kernel
import Terminal

/// What waits for developers, on the first screen of `hub`.
struct WaitingCard: Sendable {
    let stewardship: Stewardship

    var card: HomeCard {
        HomeCard("waiting", order: 10) {
            let waiting = try stewardship.waiting()
            let oldest = waiting.oldest.map {
                "\($0.id.end), \($0.device.app), \($0.category.title) of \(String($0.timestamp.description.prefix(10))): \($0.text.inShort)"
            }
            let trending = waiting.trending.map { "\($0.item.title) (\($0.votes))" }.joined(separator: ", ")
            let facts: [(name: String, value: StyledText)] = [
                ("Unanswered", StyledText(unanswered(waiting))), ("Oldest", StyledText(oldest ?? "nothing waits")),
                ("New suggestions", StyledText("\(waiting.suggestions)")),
                ("Trending", StyledText(trending.isEmpty ? "nobody has voted yet" : trending)),
            ]
            return HomeCard.Content(
                blocks: [.heading("What is waiting"), .facts(facts)],
                members: [
                    .init("unanswered", .integer(waiting.pending)), .init("oldest", .text(waiting.oldest?.id.rawValue)),
                    .init("suggestions", .integer(waiting.suggestions)),
                    .init("apps", .object(waiting.byApp.map { .init($0.app, .integer($0.count)) })),
                    .init("trending", .texts(waiting.trending.map(\.item.id.rawValue))),
                ],
                next: waiting.oldest.map { ["feedback list", "feedback show \($0.id.end)"] } ?? ["roadmap list"])
        }
    }

    /// "12: 7 from dojang, 5 from grain".
    private func unanswered(_ waiting: Waiting) -> String {
        let apps = waiting.byApp.map { "\($0.count) from \($0.app)" }.joined(separator: ", ")
        return waiting.pending == 0 ? "0" : "\(waiting.pending): \(apps)"
    }
}
