import Diary
import Kernel
import Pictures
import Terminal

/// The command `export`.
struct ExportDesk: Sendable {
    let diary: PhotoDiary
    let folder: @Sendable (String) throws -> any BlobShelf<PhotoPath>

    private static let fields =
        Entry.fields + [
            Field("file", "where --photos puts the photo, inside the folder that you name") {
                .text($0.isSealed ? nil : $0.copyPath?.description)
            }
        ]

    var export: Command {
        Command(
            "export", "Take your diary with you",
            discussion: """
                Choose one form: --html, --text or --photos. Without any of them the entries are listed; with --json they are data.

                --photos DIR copies each photo to DIR/Photos/YEAR/MONTH, named by its day. You can repeat it: files that are already there stay. \
                Photos that were exchanged since are named; with --replace they replace the older copies.

                The pictures of a photo book are \(PhotoPath.thumbnailSide) to \(PhotoPath.pageSides[0]) pixels wide or high: the more days, the \
                smaller, so that the page stays near \(PhotoBook.budget / 1_000_000) MB. They are kept, so the next book is made faster.
                """,
            examples: [
                .init("export --html book.html", "a photo book", runs: false),
                .init("export --text", "all notes as text", runs: false), .init("export --json", "all entries as data"),
                .init("export --photos ~/book --from 2026-01-01", "copies of this year's photos", runs: false),
            ],
            .option("html", .outputFile, "a photo book: one web page with the pictures in it; - is standard output"),
            .flag("text", "notes as text, oldest first"),
            .option("photos", .folder, "copy the photos into a folder, by year and month, named by their day"),
            .flag("replace", "replace files that are already there"),
            .option("from", .pastDay, "the first day"), .option("to", .pastDay, "the last day"),
            .flag("include-sealed", "with what sealed entries hold"), returns: .list(Self.fields)
        ) { book, text, photos, replace, first, last, sealed in
            let forms = [book != nil, text, photos != nil].count { $0 }
            guard forms < 2 else {
                throw Failure(
                    .contradiction, "An export can only have one form.", advice: "Use only one of --html, --text and --photos.",
                    kind: .usage)
            }
            var range = EntryRange(from: first, through: last)
            range.includesSealed = sealed
            let entries = Array(try diary.entries(range).reversed())
            if let book { return bound(entries, into: Destination(book, replacing: replace)) }
            if let path = photos { return copied(entries, to: path, replacing: replace) }
            if text { return .text(entries.map(paragraph).joined(separator: "\n")) }
            return .list(
                entries, Self.fields, heading: StyledText("Diary", .title), empty: TodayCard.firstPhoto, next: ["export --text"])
        }
    }

    private func paragraph(_ entry: Entry) -> String {
        guard !entry.isSealed else { return "\(entry.day.spelledOut)\n\n\(entry.sealSentence ?? "")\n" }
        return "\(entry.day.spelledOut)\n\(entry.copyPath ?? entry.photo.path)\n" + (entry.note.map { "\n\($0)\n" } ?? "")
    }

    private func bound(_ entries: [Entry], into destination: Destination) -> Output {
        Output(
            continuation: .work(title: "Making the book", total: entries.count) { advance in
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

    private static func leftOut(_ sealed: Int) -> String {
        sealed == 0
            ? "" : " \(counted(sealed, "sealed photo was", "sealed photos were")) left out; --include-sealed takes them along."
    }

    private func copied(_ entries: [Entry], to path: String, replacing: Bool) -> Output {
        Output(
            continuation: .work(title: "Copying photos", total: entries.count) { advance in
                var copies = try PhotoCopies(into: folder(path), replacing: replacing)
                let sealed = entries.count(where: \.isSealed)
                for (number, entry) in entries.enumerated() where !entry.isSealed {
                    try copies.add(entry, from: diary)
                    advance(number + 1)
                }
                var output = Output.list(entries, Self.fields, empty: "", next: ["timeline"])
                (output.blocks, output.notice) = (
                    [], "Copied \(counted(copies.copied, "photo")) to \(path).\(Self.leftOut(sealed))"
                )
                output.failure = copies.failure
                return output
            })
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
