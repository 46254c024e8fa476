import Diary
import Interface
import Kernel
import Pictures

/// The commands that add, change and delete entries.
struct EntryCommands: Sendable {
    let diary: PhotoDiary
    /// Rewrites the widget's file after a change. Returns a notice for the user, or nil.
    var renew: @Sendable () -> String? = { nil }

    private var detailParameters: Parameter<EntryChange> { EntryParameters(diary: diary).words }

    var add: Command {
        Command(
            "add", "Keep a photo for a day",
            discussion: """
                A day has one photo. Without --date it is kept for the day on the camera's clock when it was taken, or for today if the photo does \
                not say. The answer tells you which day.

                With --replace the photo replaces the one of that day. The note and all else that the day says stay, unless you give something \
                else; the old photo stays in the trash for \(TrashedEntry.daysKept) days.

                With --seal-until neither photo nor words are shown until that day; --seal means a year. It is a promise to yourself and not a lock: \
                the file is not encrypted. The photo keeps its date and camera. The place where it was taken is removed, unless `settings \
                keep-location yes`; with --place-from-photo its coordinates are noted as the place, in words that you can change. Serial numbers and the maker's notes are always removed.
                """,
            examples: [
                .init("add sunrise.jpg -m \"First frost\"", "a photo with a note", runs: false),
                .init("add - --date yesterday", "a photo from standard input, for yesterday", runs: false),
                .init("add sunrise.jpg --tag family --mood great --star", "words to find it by", runs: false),
                .init("add sunrise.jpg --seal", "a photo that you see in a year", runs: false),
                .init("add hike.jpg --place-from-photo", "with its coordinates, for a map", runs: false),
                .init(
                    "add better.jpg --date yesterday --replace", "another photo for yesterday; the note stays",
                    runs: false),
            ],
            .argument("photo", .inputFile, "a JPEG, HEIC, PNG or WebP image, - for standard input"),
            .option("message", short: "m", .note, "a note"),
            .option("date", short: "d", .pastDay, "the day it is for; otherwise the camera's day, or today"),
            .flag("replace", "replace the photo of a day that has one; the note stays"),
            .flag("place-from-photo", "note the coordinates where the photo was taken as its place"), detailParameters,
            returns: .one(Entry.fields), changes: true
        ) { photo, note, day, replace, usesPhotoLocation, details in
            Output(
                continuation: .work(title: "Preparing the photo", total: 3) { advance in
                    let bytes = try photo.bytes(limit: PictureLimits.largestPicture)
                    advance(1)
                    var details = details
                    var hint = String?.none
                    if usesPhotoLocation, details.place == nil {
                        details.place = try PhotoPreview(ByteSource(name: "", bytes))?.camera.coordinates?.description
                        if details.place == nil { hint = "The photo does not say where it was taken." }
                    }
                    let added = try diary.add(bytes, note: note, on: day, replacing: replace, details: details) {
                        advance(2)
                    }
                    return try addedOutput(added, hint: hint)
                })
        }
    }

    /// Returns the output for an added photo.
    ///
    /// - Parameters:
    ///   - isDated: whether the output explains the choice of the day.
    ///   - hint: a further notice.
    @Sendable func addedOutput(_ added: AddedPhoto, isDated: Bool = true, hint: String? = nil) throws -> Output {
        let entry = added.entry
        let change = added.replacedEntry.map {
            "Exchanged the photo of \(entry.day); the old one is in the trash as \($0.id)."
        }
        let sentences = [
            change ?? "Added the photo of \(entry.day).", isDated ? added.decision.sentence : nil, entry.sealSentence,
            PhotoDays.sentence(try added.days?.streak.current ?? diary.currentStreak()), hint,
            locationNotice(added),
            celebration(added), renew(),
        ]
        return .changed(
            sentences.compactMap(\.self).joined(separator: " "), entry, Entry.fields,
            next: ["show \(entry.day)", added.replacedEntry == nil ? "timeline" : "undo"])
    }

    var edit: Command {
        Command(
            "edit", "Change what a day says",
            discussion: """
                Without options the note opens in your editor. Photo and day stay as they are. --tag replaces all tags. What is sealed can only be sealed \
                for longer; `unseal` opens it.
                """,
            examples: [
                .init("edit today -m \"Snow at last\"", "another note"),
                .init("edit today --mood good --tag family --tag sea", "a mood and two tags"),
            ],
            .argument("day", .pastDay, "the day of the entry"),
            .option("message", short: "m", .note, "the new note; an empty one removes the note"), detailParameters,
            returns: .one(Entry.fields), changes: true
        ) { day, note, details in
            let entry = try diary.entry(on: day)
            var change = details
            change.note = note
            if !change.isEmpty { return try changed(entry, by: change) }
            try diary.requireOpen(entry)
            return Output(
                continuation: .edit(text: entry.note ?? "", fileName: Note.draft(of: entry.day)) { saved in
                    try saved.map { try changed(entry, by: EntryChange(note: $0)) } ?? unchanged(entry)
                })
        }
    }

    var unseal: Command {
        Command(
            "unseal", "Open a sealed entry before its day", discussion: "Asks first. `undo` seals it again.",
            examples: [.init("unseal yesterday --yes", "without asking", runs: false)],
            .argument("day", .pastDay, "the day of the entry"), returns: .one(Entry.fields), changes: true
        ) { day in
            let entry = try diary.sealedEntry(on: day)
            let opens = entry.sealedUntil.map { " You sealed it until \($0.spelledOut)." } ?? ""
            return .confirm("Open the entry of \(entry.day.spelledOut) now?\(opens)") {
                let opened = try diary.unseal(entry.day)
                return .changed(
                    withWidgetNotice("Unsealed the entry of \(opened.day)."), opened, Entry.fields,
                    next: ["show \(opened.day)", "undo"])
            }
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
            .flag("purge", "delete for good, at once"), returns: .one(Entry.fields), changes: true
        ) { day, purge in
            let entry = try diary.entry(on: day)
            let isPermanent = purge
            let consequence =
                isPermanent ? "They are deleted for good." : "They stay in the trash for \(TrashedEntry.daysKept) days."
            return .confirm(
                "Are you sure? This deletes the photo and the note of \(entry.day.spelledOut). \(consequence)"
            ) {
                if isPermanent {
                    _ = try diary.purge(on: entry.day)
                    return .changed(
                        withWidgetNotice("Deleted \(entry.day) for good."), entry, Entry.fields, next: ["timeline"])
                }
                let trashed = try diary.delete(on: entry.day)
                return .changed(
                    withWidgetNotice("Deleted \(entry.day); it is in the trash as \(trashed.id)."), entry, Entry.fields,
                    next: ["undo", "trash list"])
            }
        }
    }

    private func changed(_ entry: Entry, by change: EntryChange) throws -> Output {
        let changed = try diary.change(on: entry.day, change)
        guard changed != entry else { return unchanged(entry) }
        return .changed(
            withWidgetNotice(changeMessage(entry, changed)), changed, Entry.fields,
            next: ["show \(changed.day)", "undo"])
    }

    /// Returns a message followed by the notice of `renew`, if any.
    private func withWidgetNotice(_ message: String) -> String {
        [message, renew()].compactMap(\.self).joined(separator: " ")
    }

    private func changeMessage(_ entry: Entry, _ changed: Entry) -> String {
        if entry.sealedUntil != changed.sealedUntil, let sealed = changed.sealSentence {
            return "Sealed the entry of \(changed.day). \(sealed)"
        }
        guard entry.note != changed.note else { return "Changed the entry of \(changed.day)." }
        return changed.note == nil ? "Took the note of \(changed.day) away." : "Changed the note of \(changed.day)."
    }

    private func unchanged(_ entry: Entry) -> Output {
        .changed(
            "The entry of \(entry.day) was not changed.", entry, Entry.fields, next: ["show \(entry.day)"])
    }

    private func celebration(_ added: AddedPhoto) -> String? {
        guard !added.reached.isEmpty, let days = added.days else { return nil }
        return added.reached.map { "\($0.celebration) " }.joined() + "\(days.yearSentence)."
    }

    private func locationNotice(_ added: AddedPhoto) -> String? {
        guard added.keepsLocation, (try? diary.settings().keepLocation) != true else { return nil }
        return "The photo still says where it was taken: it was kept as it is."
    }
}
