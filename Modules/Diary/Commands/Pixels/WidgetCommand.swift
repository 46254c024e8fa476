import Diary
import Documents
import Interface
import Kernel

/// The command `widget`.
struct WidgetCommand: Sendable {
    let diary: PhotoDiary
    let press: Press

    var widget: Command {
        Command(
            "widget", "Write today's photo to a file, for wallpapers and bars",
            discussion: """
                It is today's photo; where today has none, the newest one that is not sealed. The picture is a JPEG of at most 2,048 pixels, upright and \
                without its location. With --replace the file is exchanged in one step, so that whoever reads it sees the old picture or the new one. --streak writes \
                your days in a row on it; chromium paints that.

                `settings widget-file` names a file that is written anew whenever you add, snap, edit or delete a day.
                """,
            examples: [
                .init("widget today.jpg", "the photo as a file", runs: false),
                .init("widget ~/.cache/today.jpg --replace", "again, after the next photo", runs: false),
                .init("widget today.jpg --streak", "with your days in a row", runs: false),
            ],
            .argument("file", .outputFile, "where the picture goes; - is standard output"),
            .flag("replace", "replace the file that is already there"),
            .flag("streak", "with your days in a row"), returns: .list(Entry.fields)
        ) { file, replace, withStreak in
            let isPNG = file.path.lowercased().hasSuffix(".png")
            guard let picture = try WidgetPicture(diary: diary, press: press).make(withStreak: withStreak, isPNG: isPNG)
            else {
                throw Failure(.entryNotFound, "There is no photo to show yet.", advice: "Add one with `add PHOTO`.")
            }
            return try Destination(file, replacing: replace).write(
                picture.bytes, "the photo of \(picture.entry.day)", orList: [picture.entry], Entry.fields)
        }
    }
}
