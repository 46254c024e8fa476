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
                A day has one photo. Without --date the day is the one on the camera's own clock when the photo was taken, as the photo \
                says; when it does not say, it is today. The answer tells which.

                With --replace the photo takes the place of the one that the day has, and the note stays unless -m gives another; the old \
                photo lies in the trash for \(TrashedEntry.daysKept) days. Date and camera stay in the photo that is kept; the place where it was \
                taken goes, unless `settings keep-location yes`, and serial numbers and the maker's notes go always.
                """,
            examples: [
                .init("add sunrise.jpg -m \"First frost\"", "a photo with a note", runs: false),
                .init("add - --date yesterday", "a photo from standard input, for yesterday", runs: false),
                .init("add better.jpg --date yesterday --replace", "another photo for yesterday; the note stays", runs: false),
            ],
            .argument("photo", .inputFile, "a JPEG, HEIC, PNG or WebP image, - for standard input"),
            .option("message", short: "m", .note, "a note"),
            .option("date", short: "d", .pastDay, "the day it is for; else the camera's, else today"),
            .flag("replace", "exchange the photo of a day that has one; the note stays"),
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
        let did = added.before.map { "Exchanged the photo of \(entry.day); the old one lies in the trash as \($0.id)." }
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
            .option("message", short: "m", .note, "the new note; an empty one takes the note away"),
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
                Asks first. The entry lies in the trash for \(TrashedEntry.daysKept) days, and `undo` or `trash restore` brings it back. \
                With --purge it is gone at once: no file holds a byte of note or photo then, and `undo` does not bring it back.
                """,
            examples: [.init("delete yesterday --yes", "without asking")],
            .argument("day", .pastDay, "the day of the entry"),
            .flag("purge", "delete for good, at once"), returns: .one(Entry.fields),
            changes: true
        ) { day, purge in
            let (entry, forGood) = (try diary.entry(on: day), purge)
            let fate = forGood ? "Photo and note are gone for good." : "Both lie in the trash for \(TrashedEntry.daysKept) days."
            return .confirm("Are you sure? This deletes photo and note of \(entry.day.spelledOut). \(fate)") {
                if forGood {
                    _ = try diary.purge(on: entry.day)
                    return .changed("Deleted \(entry.day) for good.", entry, Entry.fields, next: ["timeline"])
                }
                let trashed = try diary.delete(on: entry.day)
                return .changed(
                    "Deleted \(entry.day); in the trash it is \(trashed.id).", entry, Entry.fields,
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
            "The note of \(entry.day) stays as it is; nothing was changed.", entry, Entry.fields,
            next: ["show \(entry.day)"])
    }

    private func locationNotice(_ added: Addition) -> String? {
        guard added.keepsLocation, (try? diary.settings().keepLocation) != true else { return nil }
        return "It still says where it was taken: it was kept just as it came."
    }
}
