import Diary
import Interface
import Kernel
import Pictures

/// The commands of `trash`.
struct TrashCommands: Sendable {
    let diary: PhotoDiary

    var list: Command {
        Command(
            "trash list", "List what was deleted and can be brought back",
            examples: [.init("trash list", "latest first")], returns: .list(TrashedEntry.fields)
        ) {
            let trash = try diary.trash()
            return .list(
                trash, TrashedEntry.fields, heading: StyledText("Trash", .title), empty: "The trash is empty.",
                footer: trash.isEmpty
                    ? []
                    : [
                        .paragraph(
                            StyledText(
                                "Each is deleted for good after \(TrashedEntry.daysKept) days in the trash.", .muted))
                    ],
                next: trash.isEmpty ? ["timeline"] : ["trash restore 1"]
            ).numbered(of: "trash list")
        }
    }

    var restore: Command {
        Command(
            "trash restore", "Bring a deleted entry back",
            examples: [.init("trash restore yesterday", "the entry of yesterday", runs: false)],
            .argument(
                "entry", deletedEntry,
                "its day, its row in `trash list`, its id, or four or more characters of either end of it"),
            returns: .one(Entry.fields), changes: true
        ) { name in
            let entry = try diary.restore(name)
            return .changed("Restored \(entry.day).", entry, Entry.fields, next: ["show \(entry.day)"])
        }
    }

    var empty: Command {
        Command(
            "trash empty", "Delete everything in the trash for good",
            examples: [.init("trash empty --yes", "without asking")], returns: .list(TrashedEntry.fields), changes: true
        ) {
            let trash = try diary.trash()
            return .confirm(
                "Delete \(counted(trash.count, "entry with its photo", "entries with their photos")) for good?"
            ) {
                let removed = try diary.emptyTrash()
                var output = Output.list(removed, TrashedEntry.fields, empty: "", next: ["timeline"])
                (output.blocks, output.notice) = (
                    [], "The trash is empty; \(counted(removed.count, "entry is", "entries are")) gone."
                )
                return output
            }
        }
    }

    var sweep: Command {
        let fields: [Field<Blob<PhotoPath>>] = [
            Field("path", title: "Path", "where it was") { .text($0.path.description) },
            Field("bytes", title: "Bytes", "its size", alignsRight: true) { .integer($0.bytes) },
        ]
        return Command(
            "trash sweep", "Remove photos that belong to no entry",
            discussion:
                "Asks first. A crash or an undone `add` may leave such photos; `doctor` tells you when there are any.",
            examples: [.init("trash sweep --yes", "without asking")], returns: .list(fields), changes: true
        ) {
            let orphans = try diary.check().orphans
            let description = counted(orphans.count, "photo that belongs", "photos that belong")
            return .confirm(
                "Remove \(description) to no entry, \(counted(orphans.reduce(0) { $0 + $1.bytes }, "byte"))?"
            ) {
                let removed = try diary.sweep()
                var output = Output.list(removed, fields, empty: "", next: ["timeline"])
                let space = removed.reduce(0) { $0 + $1.bytes }
                (output.blocks, output.notice) = (
                    [],
                    "Removed \(counted(removed.count, "photo")) that belonged to no entry, \(counted(space, "byte"))."
                )
                return output
            }
        }
    }

    /// A day as people write it, or an identifier.
    private var deletedEntry: ValueKind<String> {
        ValueKind(
            "ENTRY", values: "yesterday, 2026-11-20, a row, an id",
            candidates: { _ in ((try? diary.trash()) ?? []).map(\.id.rawValue) }
        ) {
            word, context in
            (try? ParsedDay(word, today: context.today, bareWeekday: .latest))?.day.description ?? word
        }.row(of: "trash list")
    }
}
