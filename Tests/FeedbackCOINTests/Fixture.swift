import Documents
import FeedbackCOIN
import Kernel
import Storage
import TestSupport

/// A journal over a memory store, with a mailer that records messages.
struct JournalFixture {
    let store = MemoryStore()
    let journal: FeedbackJournal
    let outbox = Outbox()

    init(gates: GateKeeper = .open, ids: IDSource = .counting(prefix: "c")) {
        let clock = ManualClock(Instant(milliseconds: 1_795_000_000_000))
        let time = TimeSource(calendar: LocalCalendar { _ in 3600 }) {
            clock.advance(seconds: 1)
            return clock.now
        }
        journal = FeedbackJournal(
            repository: StoredFeedbackRepository(store), gates: gates, ids: ids, time: time)
    }

    func letter(_ entry: FeedbackEntry, to: String = "sam@example.org") throws -> Letter {
        try journal.letter(entry, to: Mailbox.list(to))
    }

    static let sender = "Zoë Park <zoe@example.org>"
    /// A fake press. Its PDF is the page after the bytes `%PDF `.
    static let press = Press(pdf: { Array("%PDF \($0)".utf8) }, screenshot: { _, _, _ in [] })
}

/// Messages in the order in which they were handed over.
final class Outbox: Sendable {
    private let sent = Recorder<MailMessage>()

    var messages: [MailMessage] { sent.all }
    var mailer: Mailer { Mailer("memory", outcome: "The message lies in the outbox.") { [sent] in sent.append($0) } }
}

/// Random texts with many scripts, joiners, line ends, and pieces of headings and headers.
struct RandomText {
    var random: RandomSource
    private static let pieces: [String] = [
        "a", "B", "word", " ", "  ", "\n", "\n\n", "\t", "é", "e\u{301}", "\u{301}", "김", "\u{1100}\u{1161}", "日本",
        "נס", "👩‍👩‍👧‍👦",
        "🇰🇷", "🏽", "=", "=?",
        "?=", "=?UTF-8?B?", "=20", ".", "\\", "\\\\", "#", "## Impact", "## context:", "\n## Next steps", "<!--", "-->",
        "\n<!-- x -->", "From ", "\n.\n",
        "To: x@y", "\"", "<", ">", ",", "@", "\u{200D}", "\u{FEFF}", "\u{10FFFF}", "\u{A0}", "\u{2028}",
        "longlonglonglonglonglonglonglonglong", "═",
    ]
    static let hostile = [
        "\r", "\n", "\r\n", "\r\nBcc: evil@example.org", "\nSubject: x\n\n", "\u{0}", "\u{85}", "\u{2029}",
        "\u{1B}[31m",
        "\u{7F}",
    ]

    mutating func next(upTo count: Int = 30, hostile share: Int = 0) -> String {
        (0..<Int.random(in: 0...count, using: &random)).map { _ in
            Int.random(in: 0..<100, using: &random) < share
                ? RandomText.hostile.randomElement(using: &random) ?? "" : piece()
        }.joined()
    }

    /// Returns a random text without the characters that an entry refuses.
    mutating func nextStorable() -> String {
        let unseen: Set<UInt32> = [0x061C, 0x200E, 0x200F, 0xFEFF]
        return String(
            String.UnicodeScalarView(
                next().unicodeScalars.filter {
                    !unseen.contains($0.value) && !(0x2028...0x202E).contains($0.value)
                        && !(0x2066...0x2069).contains($0.value)
                }))
    }

    private mutating func piece() -> String {
        if Int.random(in: 0..<5, using: &random) == 0 {
            let scalars = (0..<3).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0xA0...0x2FFFF, using: &random)) }
            return String(String.UnicodeScalarView(scalars))
        }
        return RandomText.pieces.randomElement(using: &random) ?? ""
    }
}
