import Guidance
import Interface

/// A help topic as displayed.
struct TopicPage {
    let topic: HelpTopic
    let commands: [Command]

    /// The page without its title.
    var blocks: [Block] {
        let parts: [[Block]] =
            topic.paragraphs.map { [.paragraph(StyledText(declared: $0))] } + [relatedCommands]
            + topic.questions.map(question)
        return parts.filter { !$0.isEmpty }.enumerated().flatMap { index, part in (index == 0 ? [] : [.gap]) + part }
    }

    /// The commands of the topic with their summaries.
    ///
    /// A topic with a command's name appears below that command's page, which lists its
    /// subcommands. The topic leaves them out.
    private var relatedCommands: [Block] {
        let facts = topic.commands.filter { $0 != topic.id && !$0.hasPrefix("\(topic.id) ") }.map { name in
            (name: name, value: StyledText(declared: commands.first { $0.name == name }?.summary ?? ""))
        }
        return facts.isEmpty ? [] : [.facts(facts)]
    }

    /// Returns a question with its answer.
    private func question(_ question: HelpTopic.Question) -> [Block] {
        [
            .paragraph(StyledText(declared: question.question, .title)),
            .paragraph(StyledText(declared: question.answer)),
        ]
    }
}
