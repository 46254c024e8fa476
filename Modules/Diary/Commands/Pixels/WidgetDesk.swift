import Diary
import Kernel
import Terminal

/// The command `widget`.
struct WidgetDesk: Sendable {
    /// The longest side of the picture, in pixels: enough for a screen.
    private static let longestSide = 2048

    let diary: PhotoDiary

    var widget: Command {
        Command(
            "widget", "Write today's photo to a file, for wallpapers and bars",
            discussion: """
                It is today's photo; where today has none, the newest one that is not sealed. The picture is a JPEG of at most 2,048 pixels, upright and \
                without its location. With --replace the file is exchanged in one step, so that whoever reads it sees the old picture or the new one.
                """,
            examples: [
                .init("widget today.jpg", "the photo as a file", runs: false),
                .init("widget ~/.cache/today.jpg --replace", "again, after the next photo", runs: false),
            ],
            .argument("file", .outputFile, "where the picture goes; - is standard output"),
            .flag("replace", "replace the file that is already there"), returns: .list(Entry.fields)
        ) { file, replace in
            guard let entry = try newest() else {
                throw Failure(.entryNotFound, "There is no photo to show yet.", advice: "Add one with `add PHOTO`.")
            }
            guard let picture = try diary.picture(of: entry, longestSide: Self.longestSide) else {
                throw Failure.conversionFailed("no program here makes a JPEG of a HEIC; install libvips-tools")
            }
            return try Destination(file, replacing: replace).taking(
                picture.bytes, "the photo of \(entry.day)", orList: [entry], Entry.fields)
        }
    }

    /// The newest entry that may be seen: of today, where today has one.
    private func newest() throws -> Entry? {
        var before: Day?
        while true {
            let page = try diary.timeline(before: before)
            if let entry = page.entries.first(where: { !$0.isSealed }) { return entry }
            guard let next = page.next else { return nil }
            before = next
        }
    }
}
