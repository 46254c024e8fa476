import Interchange
import Kernel

/// Combines another diary's entries of one day into the text and details of an entry.
struct JournalDay {
    private(set) var words = EntryChange()
    private(set) var isTooLong = false
    private(set) var losses: Set<String> = []

    /// Combines the entries of one day.
    ///
    /// - Parameter isShortening: whether a text that is too long is cut after a word and marked
    ///   with `…`.
    init(_ entries: [JournalEntry], today: Day, isShortening: Bool) {
        let text = cleaned(entries.map(\.text).filter { !$0.isEmpty }.joined(separator: "\n\n"))
        do { words.note = try Note.checked(text) } catch {
            isTooLong = !isShortening
            words.note = JournalDay.shortened(text)
            if isShortening { losses.insert("texts were cut after \(Note.limit) characters") }
        }
        var tags: [String] = []
        for tag in entries.flatMap(\.tags) {
            guard let extendedTags = try? Tags.checked(tags + [cleaned(tag.replacing(",", with: " "))]) else {
                losses.insert("tags that Grain does not take")
                continue
            }
            tags = extendedTags
        }
        if !tags.isEmpty { words.tags = tags }
        if entries.contains(where: \.isStarred) { words.isStarred = true }
        words.mood = entries.lazy.compactMap { $0.mood.flatMap(Mood.init) }.first.map { .set($0) }
        if let place = entries.lazy.compactMap(\.place).first {
            words.place = try? Place.checked(
                String(cleaned(place.replacing("\n", with: " ")).trimmed().prefix(Place.limit)))
        }
        words.sealedUntil = entries.lazy.compactMap(\.sealedUntil).first { $0 > today }
    }

    /// Returns a text without invisible characters. All line separators become line breaks.
    private mutating func cleaned(_ text: String) -> String {
        var visible = String.UnicodeScalarView()
        var isChanged = false
        for scalar in text.replacing("\r\n", with: "\n").unicodeScalars {
            switch scalar.value {
            case 0x0D, 0x2028, 0x2029: visible.append("\n")
            case 0x09, 0x0A: visible.append(scalar)
            case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF,
                0xE0000...0xE001F:
                isChanged = true
            default: visible.append(scalar)
            }
        }
        if isChanged { losses.insert("characters that cannot be seen were removed") }
        return String(visible).trimmed()
    }

    /// Returns the beginning of a text that fits into a note, cut after a word.
    private static func shortened(_ text: String) -> String {
        let beginning = text.prefix(Note.limit - 2)
        let wholeWords = beginning.lastIndex { $0.isWhitespace }.map { beginning[..<$0] } ?? beginning
        return (wholeWords.count > Note.limit / 2 ? String(wholeWords) : String(beginning)).trimmed() + " …"
    }
}
