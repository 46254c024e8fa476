import Diary
import Kernel
import Pictures
import Terminal

/// The commands that add, change and delete.
struct KeepingDesk: Sendable {
    let diary: PhotoDiary

    var add: Command {
        Command(
            "add", "Keep a photo for a day",
            discussion: """
                A day has one photo. Without --date it is kept for the day on the camera's clock when it was taken, or for today if the photo does \
                not say. The answer tells you which day.

                With --replace the photo replaces the one of that day. The note stays, unless -m gives another; the old photo stays in the trash for \
                \(TrashedEntry.daysKept) days. The photo keeps its date and camera. The place where it was taken is removed, unless `settings \
                keep-location yes`; serial numbers and the maker's notes are always removed.
                """,
            examples: [
                .init("add sunrise.jpg -m \"First frost\"", "a photo with a note", runs: false),
                .init("add - --date yesterday", "a photo from standard input, for yesterday", runs: false),
                .init("add better.jpg --date yesterday --replace", "another photo for yesterday; the note stays", runs: false),
            ],
            .argument("photo", .inputFile, "a JPEG, HEIC, PNG or WebP image, - for standard input"),
            .option("message", short: "m", .note, "a note"),
            .option("date", short: "d", .pastDay, "the day it is for; otherwise the camera's day, or today"),
            .flag("replace", "replace the photo of a day that has one; the note stays"),
            returns: .one(Entry.fields), changes: true
        ) { photo, note, day, replace in
            Output(
                continuation: .work(title: "Preparing the photo", total: 3) { advance in
                    let bytes = try photo.bytes(limit: PictureLimits.largestPicture)
                    advance(1)
                    let added = try diary.add(bytes, note: note, on: day, exchanging: replace) { advance(2) }
                    return try kept(added)
                })
        }
    }

    private func kept(_ added: Addition) throws -> Output {
        let entry = added.entry
        let did = added.before.map { "Exchanged the photo of \(entry.day); the old one is in the trash as \($0.id)." }
        return .changed(
            [added.decision.sentence, PhotoDays.sentence(try diary.currentStreak()), locationNotice(added)].compactMap { $0 }
                .reduce(did ?? "Added the photo of \(entry.day).") { "\($0) \($1)" },
            entry, Entry.fields, next: ["show \(entry.day)", added.before == nil ? "timeline" : "undo"])
    }

    var edit: Command {
        Command(
            "edit", "Change the note of a day",
            discussion: "Without -m the note opens in your editor. Photo and day stay as they are.",
            examples: [.init("edit today -m \"Snow at last\"", "another note")],
            .argument("day", .pastDay, "the day of the entry"),
            .option("message", short: "m", .note, "the new note; an empty one removes the note"),
            returns: .one(Entry.fields),
            changes: true
        ) { day, note in
            let entry = try diary.entry(on: day)
            if let note { return try changed(entry, to: note) }
            return Output(
                continuation: .edit(text: entry.note ?? "", fileName: Note.draft(of: entry.day)) { saved in
                    try saved.map { try changed(entry, to: $0) } ?? unchanged(entry)
                })
        }
    }

    var delete: Command {
        Command(
            "delete", "Delete the photo and the note of a day",
            discussion: """
                Asks first. The entry stays in the trash for \(TrashedEntry.daysKept) days; `undo` or `trash restore` brings it back. \
                With --purge it is deleted at once: no byte of the note or photo stays in any file, and `undo` cannot bring it back.
                """,
            examples: [.init("delete yesterday --yes", "without asking")],
            .argument("day", .pastDay, "the day of the entry"),
            .flag("purge", "delete for good, at once"), returns: .one(Entry.fields),
            changes: true
        ) { day, purge in
            let (entry, forGood) = (try diary.entry(on: day), purge)
            let fate = forGood ? "They are deleted for good." : "They stay in the trash for \(TrashedEntry.daysKept) days."
            return .confirm("Are you sure? This deletes the photo and the note of \(entry.day.spelledOut). \(fate)") {
                if forGood {
                    _ = try diary.purge(on: entry.day)
                    return .changed("Deleted \(entry.day) for good.", entry, Entry.fields, next: ["timeline"])
                }
                let trashed = try diary.delete(on: entry.day)
                return .changed(
                    "Deleted \(entry.day); it is in the trash as \(trashed.id).", entry, Entry.fields,
                    next: ["undo", "trash list"])
            }
        }
    }

    private func changed(_ entry: Entry, to note: String) throws -> Output {
        let now = try diary.changeNote(on: entry.day, to: note)
        guard now != entry else { return unchanged(entry) }
        let what = now.note == nil ? "Took the note of" : "Changed the note of"
        return .changed(
            "\(what) \(now.day)\(now.note == nil ? " away" : "").", now, Entry.fields,
            next: ["show \(now.day)", "undo"])
    }

    private func unchanged(_ entry: Entry) -> Output {
        .changed(
            "The note of \(entry.day) was not changed.", entry, Entry.fields,
            next: ["show \(entry.day)"])
    }

    private func locationNotice(_ added: Addition) -> String? {
        guard added.keepsLocation, (try? diary.settings().keepLocation) != true else { return nil }
        return "The photo still says where it was taken: it was kept as it is."
    }
}
