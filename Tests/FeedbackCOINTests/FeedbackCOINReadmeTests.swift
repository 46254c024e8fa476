import FeedbackCOIN
import Kernel
import Storage
import XCTest

/// The example in `Modules/FeedbackCOIN/README.md`.
final class FeedbackCOINReadmeTests: XCTestCase {
    func testReadmeExample() throws {
        let journal = FeedbackJournal(
            repository: StoredFeedbackRepository(MemoryStore()), gates: .open, ids: .counting(),
            time: .fixed(Instant(milliseconds: 0)))
        let mailer = Mailer("memory", outcome: "The message was kept in memory.") { _ in }
        let entry = try journal.write(
            FeedbackText(context: "The release on Friday", impact: "The weekend stayed free."),
            to: Recipient("Sam Lee <sam@example.org>"), tags: ["release"])
        let sender = try Mailbox("Zoë Park <zoe@example.org>")
        let shared = try journal.share(journal.letter(entry), from: sender, through: mailer)
        XCTAssertEqual(shared.shareCount, 1)
    }
}
