import FeedbackCOIN
import Kernel
import Terminal

/// What several commands take.
struct EntryParameters: Sendable {
    let journal: FeedbackJournal

    /// Text as it was typed: the journal judges it, so that a wrong text is wrong data and not a wrong command line.
    static let raw = ValueKind<String>("TEXT") { word, _ in word }

    /// The sections that were given.
    static let sections = Parameter<[FeedbackSection: String]>.group(
        .option("context", raw, "the circumstances, or the issue to discuss"),
        .option("observation", raw, "what you saw or heard"),
        .option("impact", raw, "what it does to the team or the organisation"),
        .option("next-steps", raw, "what should be different from now on")
    ) { context, observation, impact, nextSteps in
        let given: [FeedbackSection: String?] = [
            .context: context, .observation: observation, .impact: impact, .nextSteps: nextSteps,
        ]
        return given.compactMapValues { $0 }
    }

    static let tags = Parameter<[String]>.options("tag", raw, "a tag to find it by; repeat it for more tags")
    static let to = Parameter<String?>.option(
        "to", ValueKind("PERSON") { word, _ in word }, "who it is for: 'NAME <ADDRESS>', a name or an address")
    static let limit = Parameter<Int>.option(
        "limit", .integer(1...100_000), default: FeedbackJournal.listLimit, "how many at most")

    var id: Parameter<String> { .argument("id", ids, help) }

    var optionalID: Parameter<String?> { .optionalArgument("id", ids, "\(help); it is meant when nothing is named") }

    private var help: String { "\(FeedbackJournal.naming.help); `latest` is the newest" }

    private var ids: ValueKind<String> {
        ValueKind<String>("ID", values: "a row, an id, or latest") { word, _ in word }.completed { _ in
            [FeedbackJournal.latest] + ((try? journal.entries().map(\.id.rawValue)) ?? [])
        }.row(of: FeedbackJournal.naming.list)
    }

    var template: Parameter<String?> {
        .option("template", templateNames, "what to begin with")
    }

    var templateNames: ValueKind<String> {
        ValueKind<String>("TEMPLATE") { word, _ in word }.completed { _ in (try? journal.templates().map(\.name)) ?? [] }
    }
}
