import FeedbackCOIN
import Kernel
import Terminal

/// What several commands take.
struct EntryParameters: Sendable {
    let journal: FeedbackJournal

    /// Text as it was typed: the journal judges it, so that a wrong text is wrong data and not a wrong command line.
    static let raw = ValueKind<String>("TEXT") { word, _ in word }

    static let context = Parameter<String?>.option("context", raw, "the circumstances, or the issue to talk about")
    static let observation = Parameter<String?>.option("observation", raw, "what you saw or heard")
    static let impact = Parameter<String?>.option("impact", raw, "what it does to the team or the organisation")
    static let nextSteps = Parameter<String?>.option("next-steps", raw, "what should be different from now on")
    static let tags = Parameter<[String]>.options("tag", raw, "a word to find it by; give it once for each")
    static let to = Parameter<String?>.option(
        "to", ValueKind("PERSON") { word, _ in word }, "whom it is for: 'NAME <ADDRESS>', a name or an address")
    static let limit = Parameter<Int>.option(
        "limit", .integer(1...100_000), default: FeedbackJournal.listLimit, shown: "\(FeedbackJournal.listLimit)",
        "how many at most")
    static let sections: [any CommandParameter] = [context, observation, impact, nextSteps]

    var id: Parameter<String> {
        let ids = ValueKind<String>("ID", values: "an id, or latest") { word, _ in word }.completed { _ in
            [FeedbackJournal.latest] + ((try? journal.entries().map(\.id.rawValue)) ?? [])
        }
        return .argument("id", ids, "which entry; `latest` is the newest")
    }

    var template: Parameter<String?> {
        .option("template", templateNames, "what to begin with")
    }

    var templateNames: ValueKind<String> {
        ValueKind<String>("TEMPLATE") { word, _ in word }.completed { _ in (try? journal.templates().map(\.name)) ?? [] }
    }

    /// The sections that were given.
    static func given(_ call: Invocation) throws -> [FeedbackSection: String] {
        let all: [(FeedbackSection, Parameter<String?>)] = [
            (.context, context), (.observation, observation), (.impact, impact), (.nextSteps, nextSteps),
        ]
        return try all.reduce(into: [:]) { given, pair in given[pair.0] = try call[pair.1] }
    }

    static func recipient(_ call: Invocation) throws -> Recipient? { try call[to].map { try Recipient($0) } }
}
