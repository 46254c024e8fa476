import Community
import Interface
import Kernel

/// The card of waiting feedback on the first screen of `hub`.
struct WaitingCard: Sendable {
    let admin: CommunityAdmin

    var card: HomeCard {
        HomeCard("waiting", order: 10) {
            // An unreachable community is an error. Without a named community, `hub` shows how to
            // begin.
            guard try admin.place() != nil else { return startContent }
            let waiting = try admin.waiting()
            return HomeCard.Content(
                panels: [unanswered(waiting), trending(waiting)],
                suggestedStep: waiting.oldest.map {
                    HomeCard.Step("feedback show \($0.id.shortForm)", because: "has waited longest", rank: 10)
                },
                members: [
                    .init("unanswered", .integer(waiting.pending)), .init("oldest", .text(waiting.oldest?.id.rawValue)),
                    .init("suggestions", .integer(waiting.suggestions)),
                    .init("apps", .object(waiting.byApp.map { .init($0.app, .integer($0.count)) })),
                    .init("trending", .texts(waiting.trending.map(\.item.id.rawValue))),
                ],
                next: (waiting.oldest == nil ? ["roadmap list"] : ["feedback list"])
                    + (waiting.suggestions > 0 ? ["suggestion list"] : []))
        }
    }

    /// The number of unanswered feedbacks for status bars. It is empty until a community is named.
    var status: StatusItem {
        StatusItem("waiting", formatSpecifiers: [("wa", "feedback without an answer")]) {
            guard try admin.place() != nil else { return nil }
            let waiting = try admin.unanswered()
            return StatusItem.Content(
                text: waiting == 0
                    ? "All feedback is answered"
                    : waiting == 1 ? "1 message waits for an answer" : "\(waiting) messages wait for an answer",
                short: "✉ \(waiting)", isActive: waiting > 0, values: ["\(waiting)"])
        }
    }

    /// The content before a community is named: the same keys, and the two ways to begin.
    private var startContent: HomeCard.Content {
        HomeCard.Content(
            blocks: [
                .heading("Nobody to answer yet"),
                .paragraph(
                    "hub is for the people who answer those who use the apps. Make a community in a folder that your apps can reach, or connect to one that is there."
                ),
            ],
            suggestedStep: HomeCard.Step(
                "community create DIR", because: "makes a community, and you answer it", rank: 10),
            members: [
                .init("unanswered", .null), .init("oldest", .null), .init("suggestions", .null),
                .init("apps", .object([])), .init("trending", .list([])),
            ], next: ["community connect DIR", "help"])
    }

    /// Returns the number of unanswered feedbacks for each app, and the oldest one.
    private func unanswered(_ waiting: Waiting) -> [Block] {
        let facts: [(name: String, value: StyledText)] = [
            ("Unanswered", StyledText("\(waiting.pending)", waiting.pending == 0 ? .good : .accent)),
            ("New suggestions", StyledText("\(waiting.suggestions)", waiting.suggestions == 0 ? .good : .accent)),
        ]
        let apps = waiting.byApp.map { BarChart.Bar($0.app, Double($0.count), figure: "\($0.count)") }
        guard let oldest = waiting.oldest else {
            return [
                .heading("What is waiting"), .facts(facts), .paragraph(StyledText("Everything is answered.", .muted)),
            ]
        }
        let oldestText =
            "\(oldest.device.app), \(oldest.category.title) of \(String(oldest.timestamp.description.prefix(10)))"
        return [
            .heading("What is waiting"), .facts(facts), .bars(BarChart(apps)), .gap,
            .paragraph(StyledText("Longest: ", .muted) + StyledText(oldestText)),
            .paragraph(StyledText(oldest.text.firstLine)),
        ]
    }

    /// Returns the votes of the most wanted items.
    private func trending(_ waiting: Waiting) -> [Block] {
        let bars = waiting.trending.map {
            BarChart.Bar($0.item.title, Double($0.votes), figure: counted($0.votes, "vote"))
        }
        return [
            .heading("Most wanted"),
            bars.isEmpty ? .paragraph(StyledText("Nobody has voted yet.", .muted)) : .bars(BarChart(bars)),
        ]
    }
}
