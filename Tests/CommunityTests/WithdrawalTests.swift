import Community
import CommunityCommands
import Interface
import Kernel
import Storage
import TerminalTesting
import XCTest

/// Withdrawals and reversals by developers and participants (F12, F18, F25, F26).
final class WithdrawalTests: XCTestCase {
    private let store = MemoryStore()
    private lazy var hub = CommunityApp("hub", over: store)
    private lazy var dojang = CommunityApp("dojang", over: store)

    @discardableResult
    private func output(
        _ side: CommunityApp, _ line: String, status: Int32 = 0, file: StaticString = #filePath, at place: UInt = #line
    )
        -> String
    {
        let words = line.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap { number, part in
            number % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
        }

        let run = side.app.run(words)
        XCTAssertEqual(run.status, status, "\(line): \(run.error)", file: file, line: place)
        return run.output + run.error
    }

    func testWithdrawnAnswerMakesFeedbackPendingAgain() throws {
        try hub.keep("f1")
        output(hub, "feedback withdraw f1", status: 1)
        output(hub, "feedback respond f1 'For another' --status Implemented --target v2")
        XCTAssertTrue(output(dojang, "community read").contains("For another"))
        let text = output(hub, "feedback withdraw 1")
        XCTAssertTrue(text.contains("Took back the answer to f1. It was: “For another”"), text)
        let feedback = try XCTUnwrap(hub.board.feedback("f1"))
        XCTAssertEqual(
            [feedback.developerResponse, feedback.targetVersion, feedback.responseStatus.rawValue],
            [nil, nil, "Pending"])
        XCTAssertTrue(output(dojang, "community read").contains("Nothing is unread"))
        XCTAssertTrue(output(hub, "feedback respond f1 Right").contains("Answered f1."))
        XCTAssertTrue(output(hub, "feedback respond f1 Better").contains("The answer before was: “Right”"))
    }

    func testReopeningAMergedSuggestionRestoresItsVotes() throws {
        try hub.suggest(["night", "dark"])
        for (idea, voters) in [("night", ["a", "b", "c"]), ("dark", ["c", "d"])] {
            for voter in voters { try hub.upvote(idea, voter) }
        }
        XCTAssertTrue(output(hub, "suggestion merge night dark").contains("2 votes came to it"))
        XCTAssertEqual(try hub.board.upvotes(for: ["night", "dark"]), [0, 4])
        // A voter of the merged suggestion withdraws, and another votes late.
        try hub.upvote("dark", "a", takingBack: true)
        try hub.upvote("night", "e")
        XCTAssertEqual(try hub.board.upvotes(for: ["night", "dark"]), [0, 4])
        XCTAssertTrue(output(hub, "suggestion reopen night").contains("is pending again; it was merged"))
        XCTAssertEqual(try hub.board.upvotes(for: ["night", "dark"]), [2, 3])
        output(hub, "suggestion reopen night", status: 1)
    }

    func testAuthorOfMergedSuggestionSeesTargetAndOutcome() throws {
        output(dojang, "community suggest 'Night mode' 'For the evening'")
        try hub.suggest(["dark"])
        let id = try XCTUnwrap(hub.board.suggestions(nil).first { $0.title == "Night mode" }).id
        output(hub, "suggestion merge \(id) dark")
        XCTAssertTrue(output(dojang, "").contains("“Night mode” was merged with “dark”"))
        let listed = output(dojang, "community suggestions --mine")
        XCTAssertTrue(listed.contains("Merged") && !listed.contains("Declined"), listed)
        XCTAssertTrue(
            output(dojang, "community suggestions \(id)").contains(
                "Merged with “dark”. The developers have not decided yet."))
        output(hub, "suggestion promote dark --release v2")
        XCTAssertTrue(
            output(dojang, "community read \(id)").contains("It is on the roadmap as “dark”: planned for v2."))
        XCTAssertTrue(output(dojang, "community suggestions --json").contains("\"status\": \"Merged\""))
        output(hub, "suggestion reopen dark --yes")
        output(hub, "suggestion decline dark")
        XCTAssertTrue(output(dojang, "community suggestions \(id)").contains("Merged with “dark”. It was declined."))
    }

    func testReopenUndoesDeclineAndPromotion() throws {
        try hub.suggest(["idea"])
        output(hub, "suggestion decline idea")
        XCTAssertTrue(output(hub, "suggestion reopen idea").contains("it was declined"))
        try hub.upvote("idea", "a")
        output(hub, "suggestion promote idea")
        let item = try XCTUnwrap(hub.board.items().last { $0.title == "idea" }).id
        try hub.vote(item.rawValue, "v")
        XCTAssertTrue(
            output(hub, "suggestion reopen idea", status: 64).contains("--yes"),
            "removing an item with votes needs confirmation")
        output(hub, "suggestion reopen idea --yes")
        XCTAssertFalse(try hub.board.items().contains { $0.id == item })
        XCTAssertEqual(try hub.board.votes(for: [item]), [0])
        XCTAssertEqual(try hub.board.upvotes(for: ["idea"]), [1])
    }

    func testReleaseAsksAndReopenRestoresProgress() throws {
        output(hub, "roadmap progress video 40")
        try hub.vote("video", "v")
        let question = output(hub, "roadmap release video", status: 64)
        XCTAssertTrue(question.contains("which 1 person voted for, and tell everybody?"), question)
        XCTAssertTrue(output(hub, "roadmap release video --yes").contains("Released"))
        XCTAssertTrue(output(hub, "roadmap reopen video").contains("40 % done"))
        try hub.vote("video", "w")
        XCTAssertEqual(try hub.board.votes(for: ["video"]), [2])
        XCTAssertTrue(output(hub, "roadmap reopen video").contains("planned for"))
        output(hub, "roadmap reopen video", status: 1)
    }

    func testRemovingAnItemConfirmsAndDeletesItsVotes() throws {
        try hub.vote("video", "v")
        XCTAssertTrue(output(hub, "roadmap remove video", status: 64).contains("with 1 vote off the roadmap"))
        output(hub, "roadmap remove video --yes")
        XCTAssertEqual(try hub.board.items().count, 8)
        XCTAssertEqual(try hub.board.votes(for: ["video"]), [0])
    }

    func testAnnouncementsAreListedEditedAndWithdrawn() throws {
        let long = String(repeating: "Everything in it is new and better than before. ", count: 8)
        output(hub, "announce 'Version 1.1' '\(long)' --app dojang")
        output(hub, "announce 'For grain' 'Photos' --app grain")
        XCTAssertTrue(output(hub, "announcement list").contains("Version 1.1"))
        XCTAssertFalse(output(hub, "announcement list --app grain").contains("Version 1.1"))
        let news = output(dojang, "community news")
        XCTAssertTrue(news.contains("Version 1.1") && !news.contains("For grain"), news)
        output(hub, "announcement edit 2 --title 'Version 1.2'")
        XCTAssertTrue(output(hub, "announcement show 2").contains("Version 1.2"))
        XCTAssertTrue(output(hub, "announcement withdraw 2", status: 64).contains("--yes"))
        output(hub, "announcement withdraw 2 --yes")
        XCTAssertFalse(output(dojang, "community news").contains("Version 1.2"))
    }

    func testBlockAndUnblockReportTheirEffect() {
        let author = CommunityFixture.author("mina").rawValue
        XCTAssertTrue(output(hub, "moderate unblock \(author)").contains("was not blocked. Nothing changed."))
        XCTAssertTrue(output(hub, "moderate block \(author) Insults").contains("Blocked \(author)."))
        XCTAssertTrue(
            output(hub, "moderate block \(author) Spam").contains("was already blocked; the reason is changed."))
        XCTAssertTrue(
            output(hub, "moderate unblock \(author)").contains("Unblocked \(author): they can send messages again."))
    }

    // MARK: - Participants

    func testSimilarSuggestionNeedsConfirmation() throws {
        try hub.suggest(["A dark mode for the evening"])
        let question = output(dojang, "community suggest 'Dark mode for the evening'", status: 64)
        XCTAssertTrue(
            question.contains("It looks like “A dark mode for the evening”") && question.contains("--yes"), question)
        XCTAssertEqual(try hub.board.suggestions(nil).count, 1)
        output(dojang, "community suggest 'Dark mode for the evening' --yes")
        XCTAssertEqual(try hub.board.suggestions(nil).count, 2)
        output(dojang, "community suggest 'Bells'")
    }

    func testPeopleWithdrawOnlyTheirOwnSuggestions() throws {
        output(dojang, "community suggest Bells")
        try hub.suggest(["zoes"])
        let id = try XCTUnwrap(hub.board.suggestions(nil).first { $0.title == "Bells" }).id
        for voter in ["a", "b"] { try hub.upvote(id.rawValue, voter) }
        XCTAssertTrue(output(dojang, "community withdraw \(id)", status: 64).contains("Its votes go too: 2."))
        output(dojang, "community withdraw \(id) --yes")
        XCTAssertEqual(try hub.board.suggestions(nil).map(\.title), ["zoes"])
        XCTAssertEqual(try hub.board.upvotes(for: [id]), [0])
        output(dojang, "community withdraw zoes --yes", status: 1)
        XCTAssertEqual(try hub.board.suggestions(nil).count, 1)
    }

    /// Withdrawing the target of a merge restores the merged suggestions. Withdrawing a merged
    /// suggestion keeps its votes.
    func testWithdrawalKeepsVotesOfMergedSuggestions() throws {
        try hub.suggest(["zoes"])
        output(dojang, "community suggest Bells")
        let id = try XCTUnwrap(hub.board.suggestions(nil).first { $0.title == "Bells" }).id
        try hub.upvote("zoes", "a")
        try hub.upvote(id.rawValue, "b")
        output(hub, "suggestion merge zoes \(id)")
        output(dojang, "community withdraw \(id) --yes")
        XCTAssertEqual(try hub.board.suggestions(.pending).map(\.title), ["zoes"])
        XCTAssertEqual(try hub.board.upvotes(for: ["zoes"]), [1])
        output(dojang, "community suggest Gongs")
        let other = try XCTUnwrap(hub.board.suggestions(nil).first { $0.title == "Gongs" }).id
        try hub.upvote(other.rawValue, "c")
        output(hub, "suggestion merge \(other) zoes")
        output(dojang, "community withdraw \(other) --yes")
        XCTAssertEqual(try hub.board.upvotes(for: ["zoes"]), [2])
    }
}

extension CommunityApp {
    /// Casts or withdraws a person's vote for a suggestion.
    func upvote(_ idea: String, _ name: String, takingBack: Bool = false) throws {
        let submission =
            takingBack ? Submission.takeBack(suggestion: Identifier(idea)) : .upvote(suggestion: Identifier(idea))
        let posting = Posting(submission, outbox: idea, number: 1, sentAt: .earliest, month: "m")
        _ = try board.receive(posting, from: Actor(identity: CommunityFixture.identity(name)))
    }
}
