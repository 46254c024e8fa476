import Guidance
import Interface
import Kernel

/// The command `news`, with the news since the last visit and the archive.
struct NewsCommand {
    let context: GuidanceContext
    private let all = Parameter<Bool>.flag("all", "show every version, newest first")

    private static let fields: [Field<ReleaseNote>] = [
        Field("version", title: "Version", "the version") { .text($0.version.description) },
        Field("month", title: "Month", "when it came") { .text($0.month) },
        Field("title", title: "Title", "what it is called", isTranslatable: true) { .text($0.title) },
        Field("items", "what is new: icon, title and text") {
            .list(
                $0.items.map {
                    .object([
                        .init("icon", .text($0.icon)), .init("title", .text($0.title)), .init("text", .text($0.text)),
                    ])
                })
        },
        Field("fixes", "bugs that were fixed") { .texts($0.fixes) },
        Field("fromFeedback", "what came from people's feedback") { .texts($0.fromFeedback) },
        Field("next", "what comes next") { .text($0.next) },
    ]

    var command: Command {
        Command(
            "news", "Show what is new",
            discussion:
                "Shows everything new since the last time, and what became of people's wishes. If you have seen it all, it shows what this version brought.",
            examples: [.init("news", "Show what is new"), .init("news --all", "Show every version")], all,
            returns: .list(Self.fields), changes: true
        ) { all in
            let notes = context.book.notes.filter { $0.version <= context.version }
            let unseen = try context.guide.takeNews(of: notes, running: context.version)
            let shownNotes =
                all ? notes : context.addingFeedback(unseen.isEmpty ? Array(notes.prefix(1)) : unseen)
            var output = Output.list(
                shownNotes, Self.fields, empty: "There is no news.", next: all ? context.others : ["news --all"])
            if !shownNotes.isEmpty { output.blocks = NewsCommand.blocks(of: shownNotes) }
            output.notice = "This is version \(context.version)."
            return output
        }
    }

    /// Returns the notes with gaps between them.
    static func blocks(of notes: [ReleaseNote]) -> [Block] {
        notes.enumerated().flatMap { index, note in (index == 0 ? [] : [.gap]) + blocks(of: note) }
    }

    /// Returns a release note as a page: its items, its fixes and its outlook.
    private static func blocks(of note: ReleaseNote) -> [Block] {
        let items = note.items.map { (name: "\($0.glyph) \($0.title)", value: StyledText(declared: $0.text)) }
        var blocks: [Block] = [
            .heading(StyledText(declared: note.heading, .title)), .paragraph(StyledText(declared: note.title, .accent)),
        ]
        if !items.isEmpty { blocks.append(.facts(items)) }
        if !note.fixes.isEmpty {
            blocks += [.gap, .heading("Bug Fixes")] + note.fixes.map { .paragraph("· " + StyledText(declared: $0)) }
        }
        if !note.fromFeedback.isEmpty {
            blocks +=
                [.gap, .heading("Based on Your Feedback")]
                + note.fromFeedback.map { .paragraph("· " + StyledText(declared: $0)) }
            blocks.append(.paragraph("Thank you!"))
        }
        if let next = note.next { blocks += [.gap, .paragraph(StyledText("Next up: \(declared: next)", .muted))] }
        return blocks
    }
}
