import Guidance
import Interface
import Kernel

/// The command `topics`, which lists the help pages.
struct TopicsCommand {
    let context: GuidanceContext

    private static let fields: [Field<HelpTopic>] = [
        Field("id", title: "Topic", "the name to type after help") { .text($0.id) },
        Field("title", title: "About", "what it is about", isTranslatable: true) { .text($0.title) },
        Field("commands", "the commands that it is about") { .texts($0.commands) },
        Field("questions", "how many questions it answers") { .integer($0.questions.count) },
    ]

    var command: Command {
        Command(
            "topics", "List the pages of help", discussion: "To read one, type help and its name.",
            examples: [.init("topics", "List them")], returns: .list(Self.fields)
        ) {
            let topics = context.book.topics.sorted { $0.id < $1.id }
            return .list(
                topics, Self.fields, heading: "Topics", empty: "This app only has help for its commands.",
                next: topics.first.map { ["help \($0.id)"] } ?? ["help"])
        }
    }
}
