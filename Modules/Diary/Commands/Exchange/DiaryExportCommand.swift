import Diary
import Documents
import Interface
import Kernel
import Pictures

/// The command `export`.
struct ExportCommand: Sendable {
    let diary: PhotoDiary
    let machine: DiaryServices
    let folder: @Sendable (String) throws -> any BlobStore<PhotoPath>
    let emptyNotice: String

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
                The form follows the file's name: .pdf and .html are photo books, .zip is an archive for Day One, which `import` reads again with \
                everything in it; .ics is a calendar of days, .txt the notes, .json the entries as data; .png and .jpg are a picture of one day, with \
                --day. PDFs and pictures are made by chromium; weasyprint makes PDFs, too. Without a form the entries are listed.

                --photos DIR copies each photo to DIR/Photos/YEAR/MONTH, named by its day and as old as it; a JPEG that does not say when it was taken says \
                it then. You can repeat it: files that are already there stay. Photos that were exchanged since are named; with --replace they replace the \
                older copies. --markdown DIR writes a file for each day with its photo beside it, which `import` reads again.

                The pictures of a photo book are \(PhotoPath.thumbnailSide) to \(PhotoPath.pageSides[0]) pixels wide or high: the more days, the \
                smaller, so that the page stays near \(PhotoBook.budget / 1_000_000) MB. They are kept, so the next book is made faster.

                Sealed days are left out until they open, unless --include-sealed takes them along.
                """,
            examples: [
                .init("export book.pdf", "a photo book to print", runs: false),
                .init("export today.png --day today", "a picture of a day, to share", runs: false),
                .init("export diary.zip", "everything, for Day One or another Grain", runs: false),
                .init("export days.ics --from 2026-01-01", "a calendar of this year's days", runs: false),
                .init("export --text", "all notes as text", runs: false), .init("export --json", "all entries as data"),
                .init("export --photos ~/book --from 2026-01-01", "copies of this year's photos", runs: false),
                .init("export --markdown ~/diary", "a file of Markdown for each day", runs: false),
            ],
            .optionalArgument("file", .outputFile, "the file to write; its ending says in which form"),
            .option("html", .outputFile, "a photo book: one web page with the pictures in it; - is standard output"),
            .flag("text", "notes as text, oldest first"),
            .option("photos", .path, "copy the photos into a folder, by year and month, named by their day"),
            .option("markdown", .path, "write a file of Markdown for each day into a folder, with its photo"),
            Self.rangeParameter, .flag("replace", "replace files that are already there"), returns: .list(Self.fields)
        ) { file, book, text, photos, markdown, range, replace in
            let forms =
                [
                    try file.map { try ExportForm.of($0.path) }, try book.map { try ExportForm.book(named: $0.path) },
                    text ? .text : nil,
                ]
                + [photos.map { .photos(folder: $0) }, markdown.map { .markdown(folder: $0) }]
            guard forms.count(where: { $0 != nil }) < 2 else {
                throw Failure(
                    .contradiction, "An export can only have one form.",
                    advice: "Use only one of a file, --html, --text, --photos and --markdown.", kind: .usage)
            }
            let entries = Array(try diary.entries(range).reversed())
            guard let form = forms.compactMap(\.self).first else {
                return .list(
                    entries, Self.fields, heading: StyledText("Diary", .title), empty: emptyNotice,
                    next: ["export --text"])
            }
            return try output(form, entries, Destination(file ?? book, replacing: replace), replacing: replace)
        }
    }

    private static var rangeParameter: Parameter<EntryRange> {
        .group(
            .option("day", .pastDay, "only this day"), .option("from", .pastDay, "the first day"),
            .option("to", .pastDay, "the last day"), .flag("include-sealed", "with the content of sealed days")
        ) { day, first, last, sealed in
            guard day == nil || first == nil && last == nil else {
                throw Failure(
                    .contradiction, "--day is one day already.", advice: "Use --day, or --from and --to.", kind: .usage)
            }
            var range = EntryRange(from: day ?? first, through: day ?? last)
            range.includesSealed = sealed
            return range
        }
    }

    private func output(_ form: ExportForm, _ allEntries: [Entry], _ destination: Destination, replacing: Bool) throws
        -> Output
    {
        let openEntries = allEntries.filter { !$0.isSealed }
        let omission = ExportCommand.omissionNotice(allEntries.count - openEntries.count)
        switch form {
        case .book: return htmlBookOutput(allEntries, into: destination)
        case .pdf: return pdfBookOutput(allEntries, into: destination)
        case .text:
            let parts = ParallelWork.map(allEntries.count, minimumSize: 500) {
                allEntries[$0].map(paragraph).joined(separator: "\n")
            }
            let text = parts.joined(separator: "\n")
            guard destination.isFile else { return .text(text) }
            return try destination.write(Array(text.utf8)) {
                ExportCommand.writtenNotice("the notes of \(counted(openEntries.count, "day"))", $0, omission)
            }
        case .json:
            return try destination.write(RecordFile.json(allEntries, Self.fields)) {
                ExportCommand.writtenNotice("the entries of \(counted(openEntries.count, "day"))", $0, omission)
            }
        case .calendar:
            return try destination.write(DayCalendar.bytes(of: openEntries)) {
                ExportCommand.writtenNotice("a calendar of \(counted(openEntries.count, "day"))", $0, omission)
            }
        case .dayOne: return dayOneOutput(openEntries, into: destination, omission)
        case .picture: return try pictureOutput(allEntries, into: destination)
        case .photos(let folder): return copyOutput(allEntries, to: folder, replacing: replacing)
        case .markdown(let folder): return markdownOutput(openEntries, to: folder, replacing: replacing, omission)
        }
    }

    private static func omissionNotice(_ sealed: Int) -> String {
        sealed == 0
            ? ""
            : " \(counted(sealed, "sealed day was", "sealed days were")) left out; --include-sealed takes them along."
    }

    private static func writtenNotice(_ what: String, _ path: String?, _ omission: String) -> String? {
        path.map { "Wrote \(what) to \($0).\(omission)" }
    }

    private func paragraph(_ entry: Entry) -> String {
        var text = entry.day.spelledOut + "\n"
        guard !entry.isSealed else { return text + "\n" + (entry.sealSentence ?? "") + "\n" }
        text += (entry.copyPath ?? entry.photo.path).description + "\n"
        let facts = entry.facts
        if !facts.isEmpty { text += facts.joined(separator: " · ") + "\n" }
        if let note = entry.note { text += "\n" + note + "\n" }
        return text
    }
}

// MARK: - Outputs with progress

extension ExportCommand {
    private func htmlBookOutput(_ entries: [Entry], into destination: Destination) -> Output {
        Output(
            continuation: .work(title: "Making the book", total: entries.count) { advance in
                let book = try PhotoBook(of: entries, in: diary, advance: advance)
                let page = Array(book.page.html(palette: .grain).utf8)
                return try destination.write(page) { ExportCommand.sentence(of: book, entries.count, $0, page.count) }
            })
    }

    private func pdfBookOutput(_ entries: [Entry], into destination: Destination) -> Output {
        Output(
            continuation: .work(title: "Making the book", total: entries.count + 1) { advance in
                let book = try PhotoBook(of: entries, in: diary, advance: advance)
                let pages = try machine.press.pdf(book.page.html(palette: .grain, isPrinted: true))
                advance(entries.count + 1)
                return try destination.write(pages) {
                    ExportCommand.sentence(of: book, entries.count, $0, pages.count)
                }
            })
    }

    private static func sentence(of book: PhotoBook, _ days: Int, _ path: String?, _ size: Int) -> String {
        let troubles = book.troubles.isEmpty ? "" : " Not shown: \(book.troubles.joined(separator: " "))"
        let days = counted(days, "day")
        return (path.map { "The book of \(days) is in \($0), \(ByteSize(size))." } ?? "The book has \(days).")
            + troubles
    }

    private func pictureOutput(_ entries: [Entry], into destination: Destination) throws -> Output {
        guard let entry = entries.first, entries.count == 1 else {
            throw Failure(
                .noSuchForm, entries.isEmpty ? "That day has no entry." : "A picture is of one day.",
                advice: "Name it: --day yesterday.", kind: .usage)
        }
        guard let photo = try diary.picture(of: entry, longestSide: PhotoPath.pageSides[0]) else {
            throw Failure.conversionFailed("no program here reads HEIC")
        }
        return Output(
            continuation: .work(title: "Painting", total: 1) { advance in
                let card = DayCard(entry, photo: photo)
                let picture = try machine.press.screenshot(card.page, DayCard.width, card.height)
                let isJPEG = destination.path?.lowercased().hasSuffix(".png") == false
                let bytes = isJPEG ? try diary.jpeg(of: picture) : picture
                advance(1)
                return try destination.write(bytes) { path in path.map { "The picture of \(entry.day) is in \($0)." } }
            })
    }

    private func dayOneOutput(_ entries: [Entry], into destination: Destination, _ omission: String) -> Output {
        Output(
            continuation: .work(title: "Packing", total: entries.count) { advance in
                var failures: [Failure] = []
                var output = try destination.writeInPieces(notice: {
                    ExportCommand.writtenNotice(counted(entries.count, "day"), $0, omission)
                }) { write in
                    try DayOneArchiveWriter(diary: diary, entries: entries).write(
                        write, onFailure: { failures.append($0) }, advance: advance)
                }
                output.failure = ExportCommand.failure(of: failures)
                return output
            })
    }

    private func markdownOutput(_ entries: [Entry], to path: String, replacing: Bool, _ omission: String) -> Output {
        Output(
            continuation: .work(title: "Writing", total: entries.count) { advance in
                let folder = MarkdownFolder(diary: diary, write: { try machine.write($0, path, replacing) })
                var failures: [Failure] = []
                for (number, entry) in entries.enumerated() {
                    do { try folder.add(entry) } catch let failure as Failure
                        where [.loadFailed, .photosDiffer].contains(failure.code)
                    {
                        failures.append(failure)
                    }
                    advance(number + 1)
                }
                var output = Output.list(entries, Self.fields, empty: "", next: ["import \(path)"])
                (output.blocks, output.notice) = (
                    [], ExportCommand.writtenNotice(counted(entries.count, "day"), path, omission)
                )
                output.failure = ExportCommand.failure(of: failures)
                return output
            })
    }

    private static func failure(of failures: [Failure]) -> Failure? {
        failures.first.map { first in
            let messages = failures.prefix(5).map(\.message).joined(separator: " ")
            return Failure(
                first.code, "\(counted(failures.count, "photo was", "photos were")) left out. \(messages)",
                advice: first.advice, kind: first.kind)
        }
    }

    private func copyOutput(_ entries: [Entry], to path: String, replacing: Bool) -> Output {
        Output(
            continuation: .work(title: "Copying photos", total: entries.count) { advance in
                var copies = try PhotoCopies(into: folder(path), replacing: replacing)
                for (number, entry) in entries.enumerated() where !entry.isSealed {
                    try copies.add(entry, from: diary)
                    if let place = entry.copyPath { machine.date(place.description, path, diary.takenAt(entry)) }
                    advance(number + 1)
                }
                var output = Output.list(entries, Self.fields, empty: "", next: ["timeline"])
                let omission = ExportCommand.omissionNotice(entries.count(where: \.isSealed))
                (output.blocks, output.notice) = (
                    [], "Copied \(counted(copies.copied, "photo")) to \(path).\(omission)"
                )
                output.failure = copies.failure
                return output
            })
    }
}
