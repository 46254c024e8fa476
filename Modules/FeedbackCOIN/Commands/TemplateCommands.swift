import FeedbackCOIN
import Interface
import Kernel

/// The commands of `template`.
struct TemplateCommands: Sendable {
    let journal: FeedbackJournal

    private static let fields: [Field<FeedbackTemplate>] = [
        Field("name", title: "Name", "what it is called", cell: { StyledText($0.name, .title) }) { .text($0.name) },
        Field("summary", title: "When to use it", "one line") { .text($0.summary) },
        Field(
            "builtIn", title: "From", "whether it comes with the app",
            cell: { StyledText($0.isBuiltIn ? "the app" : "you") }
        ) {
            .bool($0.isBuiltIn)
        },
        Field("context", "how the context begins") { .text($0.text.context) },
        Field("observation", "how the observation begins") { .text($0.text.observation) },
        Field("impact", "how the impact begins") { .text($0.text.impact) },
        Field("nextSteps", "how the next steps begin") { .text($0.text.nextSteps) },
    ]

    private var name: Parameter<String> {
        .argument("name", EntryParameters(journal: journal).templateNames, "the template's name")
    }

    var list: Command {
        Command(
            "template list", "List the templates", examples: [.init("template list", "those of the app, and your own")],
            returns: .list(Self.fields)
        ) {
            .list(
                try journal.templates(), Self.fields, heading: "Templates", empty: "There are no templates.",
                next: ["template show good-work", "new --template good-work"])
        }
    }

    var show: Command {
        Command(
            "template show", "Show a template", examples: [.init("template show good-work", "its four sections")], name,
            returns: .one(Self.fields)
        ) { name in
            let template = try journal.template(named: name)
            let sections = FeedbackSection.allCases.filter { !template.text[$0].isEmpty }.flatMap { section in
                [.gap, .heading(StyledText(declared: section.heading, .title))]
                    + EntryView.lines(template.text[section])
            }
            return .one(
                template, Self.fields,
                blocks: [
                    .facts([
                        ("Name", StyledText(template.name)), ("When to use it", StyledText(declared: template.summary)),
                    ])
                ]
                    + sections,
                next: ["new --template \(template.name)"])
        }
    }

    var add: Command {
        Command(
            "template add", "Add a template of your own",
            discussion:
                "Write gaps to fill in as [square brackets]. Without a section on the command line, an editor opens.",
            examples: [
                .init(
                    "template add retro --summary 'After a retrospective' --context 'In the retro of [day]'",
                    "one section")
            ],
            .argument("name", EntryParameters.raw, "1 to 40 letters, digits and dashes"),
            .option("summary", EntryParameters.raw, "when to use it, in one line"), EntryParameters.sections,
            returns: .one(Self.fields), changes: true
        ) { name, summary, sections in
            let save: @Sendable (FeedbackText) throws -> Output = { text in
                let template = try journal.addTemplate(named: name, summary: summary ?? "", text)
                return .changed(
                    "Added the template “\(template.name)” (\(template.id)).", template, Self.fields,
                    next: ["new --template \(template.name)"])
            }
            guard sections.isEmpty else {
                return try save(
                    sections.reduce(into: FeedbackText()) { text, section in text[section.key] = section.value })
            }
            return EntryEditor(text: FeedbackText(), unchanged: "No template was added.") { text, _ in try save(text) }
                .output
        }
    }

    var delete: Command {
        Command(
            "template delete", "Delete a template of your own", discussion: "Asks first. `undo` brings it back.",
            examples: [.init("template delete mine --yes", "without asking")], name, returns: .one(Self.fields),
            changes: true
        ) { name in
            let template = try journal.template(named: name)
            return .confirm("Delete the template “\(template.name)”?") {
                try journal.delete(template)
                return .changed(
                    "Deleted the template “\(template.name)” (\(template.id)).", template, Self.fields, next: ["undo"])
            }
        }
    }
}
