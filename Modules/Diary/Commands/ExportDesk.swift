import Diary
import Kernel
import Terminal

/// The command `export`.
struct ExportDesk: Sendable {
    let diary: PhotoDiary
    let folder: @Sendable (String) throws -> any PhotoLibrary

    var export: Command {
        let text = Parameter<Bool>.flag("text", "notes as text, oldest first")
        let photos = Parameter<String?>.option(
            "photos", .folder, "copy the photos into a folder, named by their day")
        let first = Parameter<Day?>.option("from", .pastDay, "the first day")
        let last = Parameter<Day?>.option("to", .pastDay, "the last day")
        return Command(
            "export", "Take your diary with you",
            discussion:
                "Without --text or --photos the entries are listed; with --json they are data. --text gives text, whatever else is asked.",
            examples: [
                .init("export --text", "all notes as text", runs: false), .init("export --json", "all entries as data"),
                .init("export --photos ~/book --from 2026-01-01", "copies of this year's photos", runs: false),
            ], parameters: [text, photos, first, last], returns: .list(Entry.fields)
        ) { call in
            let entries = Array(try diary.entries(EntryRange(from: try call[first], through: try call[last])).reversed())
            if let path = try call[photos] { return try copied(entries, to: path) }
            if try call[text] { return .text(entries.map(paragraph).joined(separator: "\n")) }
            return .list(
                entries, Entry.fields, heading: StyledText("Diary", .title), empty: TodayCard.firstPhoto, next: ["export --text"])
        }
    }

    private func paragraph(_ entry: Entry) -> String {
        "\(entry.day.spelledOut)\n\(entry.photo.path)\n" + (entry.note.map { "\n\($0)\n" } ?? "")
    }

    /// A photo that lies there already, with the same bytes, counts as copied, so that an export can be run again.
    private func copied(_ entries: [Entry], to path: String) throws -> Output {
        let target = try folder(path)
        for entry in entries {
            guard let place = PhotoPath(day: entry.day, name: entry.day.description, type: entry.photo.type) else { continue }
            let photo = try diary.photo(of: entry)
            do {
                try target.keep(photo, at: place)
            } catch let failure as Failure where failure.code == "photoExists" {
                guard try target.bytes(at: place) == photo else { throw failure }
            }
        }
        var output = Output.list(entries, Entry.fields, empty: "", next: ["timeline"])
        (output.blocks, output.notice) = ([], "Copied \(entries.count) photos to \(path).")
        return output
    }
}

extension ValueKind where Value == String {
    /// The path of a folder, byte for byte.
    fileprivate static var folder: Self {
        ValueKind("DIR") { word, _ in
            guard !word.isEmpty, !word.utf8.contains(0), word.utf8.count < 4096 else {
                throw Failure("badPath", "this is not the path of a folder.", kind: .usage)
            }
            return word
        }
    }
}
