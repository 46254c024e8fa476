import Community
import CommunityCommands
import Kernel
import Storage
import Terminal
import TerminalContract
import XCTest

/// What developers take back, and what people take back (F12, F18, F25, F26).
final class TakingBackTests: XCTestCase {
    private let store = MemoryStore()
    private lazy var hub = Side("hub", over: store)
    private lazy var dojang = Side("dojang", over: store)

    @discardableResult
    private func say(_ side: Side, _ line: String, status: Int32 = 0, file: StaticString = #filePath, at place: UInt = #line)
        -> String
    {
        let words = line.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap { number, part in
            number % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
        }
        let run = side.bench.run(words)
        XCTAssertEqual(run.status, status, "\(line): \(run.error)", file: file, line: place)
        return run.output + run.error
    }

    func testAnAnswerIsTakenBackAndWaitsAgain() throws {
        try hub.keep("f1")
        say(hub, "feedback withdraw f1", status: 1)
        say(hub, "feedback respond f1 'For another' --status Implemented --target v2")
        XCTAssertTrue(say(dojang, "community read").contains("For another"))
        let said = say(hub, "feedback withdraw 1")
        XCTAssertTrue(said.contains("Took back the answer to f1. It was: “For another”"), said)
        let left = try XCTUnwrap(hub.board.feedback("f1"))
        XCTAssertEqual([left.developerResponse, left.targetVersion, left.responseStatus.rawValue], [nil, nil, "Pending"])
        XCTAssertTrue(say(dojang, "community read").contains("Nothing is unread"))
        XCTAssertTrue(say(hub, "feedback respond f1 Right").contains("Answered f1."))
        XCTAssertTrue(say(hub, "feedback respond f1 Better").contains("The answer before was: “Right”"))
    }

    func testAMergeIsTakenBackAndEachHasTheVotesThatItHad() throws {
        try hub.suggest(["night", "dark"])
        for (idea, voters) in [("night", ["a", "b", "c"]), ("dark", ["c", "d"])] {
            for voter in voters { try hub.upvote(idea, voter) }
        }
        XCTAssertTrue(say(hub, "suggestion merge night dark").contains("2 votes came to it"))
        XCTAssertEqual(try hub.board.upvotes(for: ["night", "dark"]), [0, 4])
        // One who voted for what was merged takes their vote back, one comes late.
        try hub.upvote("dark", "a", takingBack: true)
        try hub.upvote("night", "e")
        XCTAssertEqual(try hub.board.upvotes(for: ["night", "dark"]), [0, 4])
        XCTAssertTrue(say(hub, "suggestion reopen night").contains("is pending again; it was merged"))
        XCTAssertEqual(try hub.board.upvotes(for: ["night", "dark"]), [2, 3])
        say(hub, "suggestion reopen night", status: 1)
    }

    func testWhoseSuggestionWasMergedReadsWithWhatAndWhatBecameOfIt() throws {
        say(dojang, "community suggest 'Night mode' 'For the evening'")
        try hub.suggest(["dark"])
        let mine = try XCTUnwrap(hub.board.suggestions(nil).first { $0.title == "Night mode" }).id
        say(hub, "suggestion merge \(mine) dark")
        XCTAssertTrue(say(dojang, "").contains("“Night mode” was merged with “dark”"))
        let listed = say(dojang, "community suggestions --mine")
        XCTAssertTrue(listed.contains("Merged") && !listed.contains("Declined"), listed)
        XCTAssertTrue(
            say(dojang, "community suggestions \(mine)").contains("Merged with “dark”. The developers have not decided yet."))
        say(hub, "suggestion promote dark --release v2")
        XCTAssertTrue(say(dojang, "community read \(mine)").contains("It is on the roadmap as “dark”: planned for v2."))
        XCTAssertTrue(say(dojang, "community suggestions --json").contains("\"status\": \"Merged\""))
        say(hub, "suggestion reopen dark --yes")
        say(hub, "suggestion decline dark")
        XCTAssertTrue(say(dojang, "community suggestions \(mine)").contains("Merged with “dark”. It was declined."))
    }

    func testADeclineAndAPromotionAreTakenBack() throws {
        try hub.suggest(["idea"])
        say(hub, "suggestion decline idea")
        XCTAssertTrue(say(hub, "suggestion reopen idea").contains("it was declined"))
        try hub.upvote("idea", "a")
        say(hub, "suggestion promote idea")
        let item = try XCTUnwrap(hub.board.items().last { $0.title == "idea" }).id
        try hub.vote(item.rawValue, "v")
        XCTAssertTrue(say(hub, "suggestion reopen idea", status: 64).contains("--yes"), "an item with votes goes")
        say(hub, "suggestion reopen idea --yes")
        XCTAssertFalse(try hub.board.items().contains { $0.id == item })
        XCTAssertEqual(try hub.board.votes(for: [item]), [0])
        XCTAssertEqual(try hub.board.upvotes(for: ["idea"]), [1])
    }

    func testAReleaseAsksAndIsTakenBackAsFarAsItWas() throws {
        say(hub, "roadmap progress video 40")
        try hub.vote("video", "v")
        let asked = say(hub, "roadmap release video", status: 64)
        XCTAssertTrue(asked.contains("which 1 person voted for, and tell everybody?"), asked)
        XCTAssertTrue(say(hub, "roadmap release video --yes").contains("Released"))
        XCTAssertTrue(say(hub, "roadmap reopen video").contains("40 % done"))
        try hub.vote("video", "w")
        XCTAssertEqual(try hub.board.votes(for: ["video"]), [2])
        XCTAssertTrue(say(hub, "roadmap reopen video").contains("planned for"))
        say(hub, "roadmap reopen video", status: 1)
    }

    func testAnItemGoesWithItsVotesAndSaysSoBefore() throws {
        try hub.vote("video", "v")
        XCTAssertTrue(say(hub, "roadmap remove video", status: 64).contains("with 1 vote off the roadmap"))
        say(hub, "roadmap remove video --yes")
        XCTAssertEqual(try hub.board.items().count, 8)
        XCTAssertEqual(try hub.board.votes(for: ["video"]), [0])
    }

    func testAnAnnouncementIsListedReadChangedAndTakenBack() throws {
        let long = String(repeating: "Everything in it is new and better than before. ", count: 8)
        say(hub, "announce 'Version 1.1' '\(long)' --app dojang")
        say(hub, "announce 'For grain' 'Photos' --app grain")
        XCTAssertTrue(say(hub, "announcement list").contains("Version 1.1"))
        XCTAssertFalse(say(hub, "announcement list --app grain").contains("Version 1.1"))
        let news = say(dojang, "community news")
        XCTAssertTrue(news.contains("Version 1.1") && !news.contains("For grain"), news)
        say(hub, "announcement edit 2 --title 'Version 1.2'")
        XCTAssertTrue(say(hub, "announcement show 2").contains("Version 1.2"))
        XCTAssertTrue(say(hub, "announcement withdraw 2", status: 64).contains("--yes"))
        say(hub, "announcement withdraw 2 --yes")
        XCTAssertFalse(say(dojang, "community news").contains("Version 1.2"))
    }

    func testUnblockingSaysWhatItDid() {
        let author = Town.author("mina").rawValue
        XCTAssertTrue(say(hub, "moderate unblock \(author)").contains("was not blocked. Nothing changed."))
        XCTAssertTrue(say(hub, "moderate block \(author) Insults").contains("Blocked \(author)."))
        XCTAssertTrue(say(hub, "moderate block \(author) Spam").contains("was already blocked; the reason is changed."))
        XCTAssertTrue(say(hub, "moderate unblock \(author)").contains("Unblocked \(author): they can send messages again."))
    }

    // MARK: - People

    func testWhatLooksAlikeIsAskedBeforeAnythingIsSent() throws {
        try hub.suggest(["A dark mode for the evening"])
        let asked = say(dojang, "community suggest 'Dark mode for the evening'", status: 64)
        XCTAssertTrue(asked.contains("It looks like “A dark mode for the evening”") && asked.contains("--yes"), asked)
        XCTAssertEqual(try hub.board.suggestions(nil).count, 1)
        say(dojang, "community suggest 'Dark mode for the evening' --yes")
        XCTAssertEqual(try hub.board.suggestions(nil).count, 2)
        say(dojang, "community suggest 'Bells'")
    }

    func testOwnSuggestionsAreTakenBackAndNobodyElsesAre() throws {
        say(dojang, "community suggest Bells")
        try hub.suggest(["zoes"])
        let mine = try XCTUnwrap(hub.board.suggestions(nil).first { $0.title == "Bells" }).id
        for voter in ["a", "b"] { try hub.upvote(mine.rawValue, voter) }
        XCTAssertTrue(say(dojang, "community withdraw \(mine)", status: 64).contains("Its votes go too: 2."))
        say(dojang, "community withdraw \(mine) --yes")
        XCTAssertEqual(try hub.board.suggestions(nil).map(\.title), ["zoes"])
        XCTAssertEqual(try hub.board.upvotes(for: [mine]), [0])
        say(dojang, "community withdraw zoes --yes", status: 1)
        XCTAssertEqual(try hub.board.suggestions(nil).count, 1)
    }

    /// What others' ideas were merged into goes: they stand for themselves again. What was merged goes: its votes stay.
    func testWhatWasMergedOutlivesWhatIsTakenBack() throws {
        try hub.suggest(["zoes"])
        say(dojang, "community suggest Bells")
        let mine = try XCTUnwrap(hub.board.suggestions(nil).first { $0.title == "Bells" }).id
        try hub.upvote("zoes", "a")
        try hub.upvote(mine.rawValue, "b")
        say(hub, "suggestion merge zoes \(mine)")
        say(dojang, "community withdraw \(mine) --yes")
        XCTAssertEqual(try hub.board.suggestions(.pending).map(\.title), ["zoes"])
        XCTAssertEqual(try hub.board.upvotes(for: ["zoes"]), [1])
        say(dojang, "community suggest Gongs")
        let other = try XCTUnwrap(hub.board.suggestions(nil).first { $0.title == "Gongs" }).id
        try hub.upvote(other.rawValue, "c")
        say(hub, "suggestion merge \(other) zoes")
        say(dojang, "community withdraw \(other) --yes")
        XCTAssertEqual(try hub.board.upvotes(for: ["zoes"]), [2])
    }
}

extension Side {
    /// Somebody's vote for a suggestion.
    func upvote(_ idea: String, _ name: String, takingBack: Bool = false) throws {
        let parcel = takingBack ? Parcel.takeBack(suggestion: Identifier(idea)) : .upvote(suggestion: Identifier(idea))
        let posting = Posting(parcel, outbox: idea, number: 1, sentAt: .earliest, month: "m")
        _ = try board.take(posting, from: Actor(identity: Town.identity(name)))
    }
}
