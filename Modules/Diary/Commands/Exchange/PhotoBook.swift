import Diary
import Documents
import Kernel
import Pictures
import Terminal

/// Days as a book of pictures: one page of the web that needs nothing else.
struct PhotoBook: Sendable {
    /// What all pictures together should take, in bytes; the more days, the smaller each.
    static let budget = 24_000_000
    /// What a picture takes by experience, in bytes for each pixel of a square of its longest side.
    private static let density = 0.15
    /// The greatest size of all pictures together, in bytes: beyond it browsers become slow.
    static let largest = 64_000_000

    /// Days whose photo cannot be shown, and why.
    private(set) var troubles: [String] = []
    private let entries: [Entry]
    private let today: Day
    private var figures: [Day: Figure] = [:]

    /// The book of these entries, in this order.
    ///
    /// - Parameter advance: told after each picture how many are done.
    /// - Throws: `bookTooLarge`.
    init(of entries: [Entry], in diary: PhotoDiary, advance: (Int) -> Void) throws {
        (self.entries, today) = (entries, diary.time.today())
        let side = PhotoBook.side(for: entries.count)
        var (size, rest) = (0, entries[...])
        while !rest.isEmpty {
            let some = Array(rest.prefix(PhotoBook.atOnce))
            rest = rest.dropFirst(some.count)
            // Each picture is a program's work: the cores share it.
            let pictures = Cores.map(some.count, least: 1) { range in
                diary.makePictures(of: Array(some[range]), longestSide: side)
                return range.map { number in Result { try diary.picture(of: some[number], longestSide: side) } }
            }
            for (number, picture) in pictures.joined().enumerated() {
                size += try show(picture, of: some[number])
                guard size <= PhotoBook.largest else { throw PhotoBook.tooLarge }
                advance(entries.count - rest.count - some.count + number + 1)
            }
        }
    }

    /// How many pictures are made before the bar moves.
    private static let atOnce = 24

    /// The longest side of each picture in a book of so many days, in pixels.
    static func side(for days: Int) -> Int {
        let fair = (Double(budget) / Double(max(1, days)) / density).squareRoot()
        return PhotoPath.pageSides.first { Double($0) <= fair } ?? PhotoPath.thumbnailSide
    }

    /// - Returns: how many bytes the picture takes.
    private mutating func show(_ picture: Result<JudgedImage?, any Error>, of entry: Entry) throws -> Int {
        do {
            guard let picture = try picture.get() else {
                troubles.append("\(entry.day): browsers do not show HEIC, and no program here converts it.")
                return 0
            }
            figures[entry.day] = Figure(
                bytes: picture.bytes, mediaType: picture.header.type.mediaType, alternative: PhotoBook.alternative(of: entry))
            return picture.bytes.count
        } catch let failure as Failure {
            if failure.code != .entrySealed { troubles.append("\(entry.day): \(failure.message)") }
            return 0
        }
    }

    /// The book as a page: a heading for each month, a card for each day.
    var page: Page {
        var parts: [Part] = [.remark(summary)]
        var month: CalendarMonth?
        for entry in entries {
            let its = CalendarMonth(of: entry.day)
            let day = Part.group(card(of: entry))
            parts.append(its == month ? day : .kept([.heading(its.spelledOut, level: 2), day]))
            month = its
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
        entry.note.map { "Photo of \(entry.day.spelledOut): \(Note.preview($0, lines: 1))" } ?? "Photo of \(entry.day.spelledOut)"
    }

    private static let tooLarge = Failure(
        .bookTooLarge, "The pictures of so many days take more than \(largest / 1_000_000) MB.",
        advice: "Nothing was written. Choose fewer days with --from and --to.")
}

extension CalendarMonth {
    /// `November 2026`.
    fileprivate var spelledOut: String { firstDay.spelledOut.split(separator: " ").suffix(2).joined(separator: " ") }
}
