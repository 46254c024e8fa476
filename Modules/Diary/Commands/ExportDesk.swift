import Diary
import Kernel
import Pictures
import Terminal

/// The command `export`.
struct ExportDesk: Sendable {
    let diary: PhotoDiary
    let folder: @Sendable (String) throws -> any BlobShelf<PhotoPath>

    var export: Command {
        Command(
            "export", "Take your diary with you",
            discussion: """
                Without --html, --text or --photos the entries are listed; with --json they are data. --text gives text, whatever else is \
                asked.

                The pictures of a photo book have at most \(PhotoBook.longestSide) pixels a side, those of more than \
                \(PhotoBook.largeDays) days \(PhotoDiary.thumbnailSide), and together at most \(PhotoBook.largest / 1_000_000) MB.
                """,
            examples: [
                .init("export --html book.html", "a photo book", runs: false),
                .init("export --text", "all notes as text", runs: false), .init("export --json", "all entries as data"),
                .init("export --photos ~/book --from 2026-01-01", "copies of this year's photos", runs: false),
            ],
            .option("html", .outputFile, "a photo book: one web page with the pictures in it; - is standard output"),
            .flag("text", "notes as text, oldest first"),
            .option("photos", .folder, "copy the photos into a folder, named by their day"),
            .flag("replace", "replace the file of --html if it exists"),
            .option("from", .pastDay, "the first day"), .option("to", .pastDay, "the last day"), returns: .list(Entry.fields)
        ) { book, text, photos, replace, first, last in
            let forms = [book != nil, text, photos != nil].count { $0 }
            guard forms < 2 else {
                throw Failure(
                    .contradiction, "An export has one form.", advice: "Give one of --html, --text and --photos.", kind: .usage)
            }
            let range = EntryRange(from: first, through: last)
            let entries = Array(try diary.entries(range).reversed())
            if let book { return bound(entries, into: Destination(book, replacing: replace)) }
            if let path = photos { return copied(entries, to: path) }
            if text { return .text(entries.map(paragraph).joined(separator: "\n")) }
            return .list(
                entries, Entry.fields, heading: StyledText("Diary", .title), empty: TodayCard.firstPhoto, next: ["export --text"])
        }
    }

    private func paragraph(_ entry: Entry) -> String {
        "\(entry.day.spelledOut)\n\(entry.photo.path)\n" + (entry.note.map { "\n\($0)\n" } ?? "")
    }

    private func bound(_ entries: [Entry], into destination: Destination) -> Output {
        Output(
            continuation: .work(title: "Binding the book", total: entries.count) { advance in
                let book = try PhotoBook(of: entries, in: diary, advance: advance)
                let page = Array(book.page.html(palette: .grain).utf8)
                let troubles = book.troubles.isEmpty ? "" : " Not shown: \(book.troubles.joined(separator: " "))"
                let days = counted(entries.count, "day")
                return try destination.taking(page) { path in
                    let book = path.map { "The book of \(days) is in \($0), \(ByteSize(page.count))." } ?? "The book has \(days)."
                    return book + troubles
                }
            })
    }

    /// A photo that lies there already, with the same bytes, counts as copied, so that an export can be run again.
    private func copied(_ entries: [Entry], to path: String) -> Output {
        Output(
            continuation: .work(title: "Copying photos", total: entries.count) { advance in
                let target = try folder(path)
                for (number, entry) in entries.enumerated() {
                    try copy(entry, to: target)
                    advance(number + 1)
                }
                var output = Output.list(entries, Entry.fields, empty: "", next: ["timeline"])
                (output.blocks, output.notice) = ([], "Copied \(counted(entries.count, "photo")) to \(path).")
                return output
            })
    }

    private func copy(_ entry: Entry, to target: any BlobShelf<PhotoPath>) throws {
        guard let place = PhotoPath(day: entry.day, name: entry.day.description, type: entry.photo.type) else { return }
        let photo = try diary.photo(of: entry)
        do {
            try target.keep(photo, at: place)
        } catch let failure as Failure where failure.code == .photoExists {
            guard try target.bytes(at: place) == photo else { throw failure }
        }
    }
}

extension ValueKind where Value == String {
    /// The path of a folder, byte for byte.
    fileprivate static var folder: Self {
        ValueKind("DIR") { word, _ in
            guard !word.isEmpty, !word.utf8.contains(0), word.utf8.count < 4096 else {
                throw Failure(.badPath, "this is not the path of a folder.", kind: .usage)
            }
            return word
        }
    }
}
