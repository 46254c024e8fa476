import Diary
import Interface
import Kernel

/// The command `browse`.
struct BrowseCommand: Sendable {
    let diary: PhotoDiary
    /// Returns the description of an entry next to its picture.
    let page: @Sendable (Entry) -> [Block]
    /// The text for an empty diary.
    let empty: String

    var browse: Command {
        Command(
            "browse", "Look through the whole diary on one screen",
            discussion: """
                Small pictures with their days. The arrow keys choose one, enter shows it large with its note, e edits the note, o opens the photo in \
                your picture viewer, / searches while you type, f shows only some of the days, and a date that you type goes there. Without colours it is \
                a list on the screen; in line mode and in a pipe it is the list that timeline prints.
                """,
            examples: [
                .init("browse", "from the latest photo on"),
                .init("browse '20 november 2026'", "from a day on", runs: false),
            ],
            .optionalArgument("day", .pastDay, "the day to begin at; the latest one if left out"),
            returns: .list(Entry.fields),
            changes: true
        ) { day in
            let entries = try diary.timeline(EntryRange(through: day)).entries
            var output = Output.list(
                entries, Entry.fields, heading: StyledText("Diary", .title), empty: empty,
                next: [entries.first.map { "show \($0.day)" } ?? "add PHOTO"])
            if !entries.isEmpty {
                output.blocks = [.heading(StyledText("Diary", .title))] + entries.flatMap { [.gap] + $0.preview }
            }
            if let browser = try DiaryBrowser(diary, at: day, page: page) { output.continuation = .browse(browser) }
            return output
        }
    }
}
