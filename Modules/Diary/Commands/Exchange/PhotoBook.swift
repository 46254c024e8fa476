import Diary
import Documents
import Interface
import Kernel
import Pictures

/// A book of pictures as one web page that contains the pictures.
struct PhotoBook: Sendable {
    /// The target size of all pictures together, in bytes. With more days each picture is smaller.
    static let budget = 24_000_000
    /// The measured file size per pixel of a square with the longest side of the picture.
    private static let bytesPerPixel = 0.15
    /// The maximum size of all pictures together, in bytes. Browsers become slow above it.
    static let largest = 64_000_000

    private(set) var troubles: [String] = []
    private let entries: [Entry]
    private let today: Day
    private var figures: [Day: Figure] = [:]

    /// Creates the book of entries in the given order.
    ///
    /// - Parameter advance: receives the number of finished pictures.
    /// - Throws: `bookTooLarge`.
    init(of entries: [Entry], in diary: PhotoDiary, advance: (Int) -> Void) throws {
        self.entries = entries
        today = diary.time.today()
        let side = PhotoBook.side(for: entries.count)
        var size = 0
        var remaining = entries[...]
        while !remaining.isEmpty {
            let batch = Array(remaining.prefix(PhotoBook.batchSize))
            remaining = remaining.dropFirst(batch.count)
            // Each picture is made by a separate program, so the cores share the work.
            let pictures = ParallelWork.map(batch.count, minimumSize: 1) { range in
                diary.makePictures(of: Array(batch[range]), longestSide: side)
                return range.map { number in Result { try diary.picture(of: batch[number], longestSide: side) } }
            }
            for (number, picture) in pictures.joined().enumerated() {
                size += try addPicture(picture, of: batch[number])
                guard size <= PhotoBook.largest else { throw PhotoBook.tooLarge }
                advance(entries.count - remaining.count - batch.count + number + 1)
            }
        }
    }

    /// The number of pictures that are made together before progress is reported.
    private static let batchSize = 24

    /// Returns the longest side of each picture in pixels, for a number of days.
    static func side(for days: Int) -> Int {
        let idealSide = (Double(budget) / Double(max(1, days)) / bytesPerPixel).squareRoot()
        return PhotoPath.pageSides.first { Double($0) <= idealSide } ?? PhotoPath.thumbnailSide
    }

    /// Adds the picture of an entry and returns its size in bytes.
    private mutating func addPicture(_ picture: Result<ValidatedImage?, any Error>, of entry: Entry) throws -> Int {
        do {
            guard let picture = try picture.get() else {
                troubles.append("\(entry.day): browsers do not show HEIC, and no program here converts it.")
                return 0
            }
            figures[entry.day] = Figure(
                bytes: picture.bytes, mediaType: picture.header.type.mediaType,
                alternative: PhotoBook.alternative(of: entry))
            return picture.bytes.count
        } catch let failure as Failure {
            if failure.code != .entrySealed { troubles.append("\(entry.day): \(failure.message)") }
            return 0
        }
    }

    /// The book as a page with a heading for each month and a card for each day.
    var page: Page {
        var parts: [Part] = [.remark(summary)]
        var month: CalendarMonth?
        for entry in entries {
            let entryMonth = CalendarMonth(of: entry.day)
            let day = Part.group(card(of: entry))
            parts.append(entryMonth == month ? day : .keptTogether([.heading(entryMonth.spelledOut, level: 2), day]))
            month = entryMonth
        }
        return Page(title: "My photo diary", parts: parts, footer: "Made with Grain on \(today.spelledOut).")
    }

    private var summary: String {
        guard let first = entries.first, let last = entries.last else { return "No day has a photo yet." }
        guard entries.count > 1 else { return first.day.spelledOut }
        return "\(counted(entries.count, "day")), from \(first.day.spelledOut) to \(last.day.spelledOut)."
    }

    private func card(of entry: Entry) -> [Part] {
        if entry.isSealed { return [.heading(entry.day.spelledOut, level: 3), .remark(entry.sealSentence ?? "")] }
        let photo = figures[entry.day].map { Part.figure($0) } ?? .remark("The photo of this day cannot be shown here.")
        let facts = entry.facts.joined(separator: " · ")
        return [photo, .heading(entry.day.spelledOut, level: 3)] + (entry.note.map { [.paragraph($0)] } ?? [])
            + (facts.isEmpty ? [] : [.remark(facts)])
    }

    private static func alternative(of entry: Entry) -> String {
        entry.note.map { "Photo of \(entry.day.spelledOut): \(Note.preview($0, lines: 1))" }
            ?? "Photo of \(entry.day.spelledOut)"
    }

    private static let tooLarge = Failure(
        .bookTooLarge, "The pictures of so many days take more than \(largest / 1_000_000) MB.",
        advice: "Nothing was written. Choose fewer days with --from and --to.")
}

extension CalendarMonth {
    /// The month as text, such as `November 2026`.
    fileprivate var spelledOut: String { firstDay.spelledOut.split(separator: " ").suffix(2).joined(separator: " ") }
}
