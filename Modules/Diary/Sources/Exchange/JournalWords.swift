import Interchange
import Kernel

/// What entries of one day in another diary become: words that Grain keeps.
struct JournalWords {
    private(set) var words = EntryChange()
    private(set) var isTooLong = false
    /// What could not be kept, by what it is.
    private(set) var lost: Set<String> = []

    /// - Parameter isShortening: whether a text that is too long is cut behind a word, and says so with `…`.
    init(_ entries: [JournalEntry], today: Day, isShortening: Bool) {
        let text = seen(entries.map(\.text).filter { !$0.isEmpty }.joined(separator: "\n\n"))
        do { words.note = try Note.checked(text) } catch {
            isTooLong = !isShortening
            words.note = JournalWords.shortened(text)
            if isShortening { lost.insert("texts were cut after \(Note.limit) characters") }
        }
        var kept: [String] = []
        for tag in entries.flatMap(\.tags) {
            guard let all = try? Tags.checked(kept + [seen(tag.replacing(",", with: " "))]) else {
                lost.insert("tags that Grain does not take")
                continue
            }
            kept = all
        }
        if !kept.isEmpty { words.tags = kept }
        if entries.contains(where: \.isStarred) { words.isStarred = true }
        words.mood = entries.lazy.compactMap { $0.mood.flatMap(Mood.init) }.first.map { .set($0) }
        if let place = entries.lazy.compactMap(\.place).first {
            words.place = try? Place.checked(String(seen(place.replacing("\n", with: " ")).trimmed().prefix(Place.limit)))
        }
        words.sealedUntil = entries.lazy.compactMap(\.sealedUntil).first { $0 > today }
    }

    /// Without what cannot be seen; what parts lines is a line end.
    private mutating func seen(_ text: String) -> String {
        var (kept, isChanged) = (String.UnicodeScalarView(), false)
        for scalar in text.replacing("\r\n", with: "\n").unicodeScalars {
            switch scalar.value {
            case 0x0D, 0x2028, 0x2029: kept.append("\n")
            case 0x09, 0x0A: kept.append(scalar)
            case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF, 0xE0000...0xE001F:
                isChanged = true
            default: kept.append(scalar)
            }
        }
        if isChanged { lost.insert("characters that cannot be seen were removed") }
        return String(kept).trimmed()
    }

    /// The beginning of a text that fits, cut behind a word.
    private static func shortened(_ text: String) -> String {
        let head = text.prefix(Note.limit - 2)
        let whole = head.lastIndex { $0.isWhitespace }.map { head[..<$0] } ?? head
        return (whole.count > Note.limit / 2 ? String(whole) : String(head)).trimmed() + " …"
    }
}
