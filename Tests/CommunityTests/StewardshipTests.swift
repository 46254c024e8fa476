import Community
import CommunityAdapters
import Kernel
import Storage
import XCTest

/// What developers may write, and what others see of it.
final class StewardshipTests: XCTestCase {
    func testEachTextHasItsLength() throws {
        let town = Town(), hub = town.developer(), long = { String(repeating: "a", count: $0) }
        let (told, idea) = (try town.told("mina"), try town.idea().rawValue)
        func roadmap(_ title: String, _ text: String, _ release: String) throws {
            _ = try hub.addItem(title, text, priority: 1, release: release, category: .ux)
        }
        for (limit, write) in [
            (400, { try hub.hide(told.rawValue, because: $0) }), (400, { try hub.hide(idea, because: $0) }),
            (400, { try hub.block(Town.author("mina").rawValue, because: $0) }),
            (40, { _ = try hub.triage(told, tags: [$0], severity: nil) }), (120, { try roadmap($0, "x", "x") }),
            (4_000, { try roadmap("x", $0, "x") }), (120, { try roadmap("x", "x", $0) }),
            (4_000, { _ = try hub.respond(to: told, $0) }), (120, { _ = try hub.respond(to: told, "x", target: $0) }),
            (120, { _ = try hub.setStatus(of: told, .implemented, target: $0) }),
            (4_000, { _ = try hub.review(Identifier(idea), notes: $0) }),
        ] as [(Int, (String) throws -> Void)] {
            XCTAssertNoThrow(try write(long(limit)))
            assertFails(.textTooLong) { try write(long(limit + 1)) }
        }
    }

    func testFeedbackBearsTwentyThemesAtMostEachOnce() throws {
        let town = Town(), hub = town.developer(), id = try town.told("mina")
        let tags = (10...30).map { "Tag \($0)" }
        XCTAssertEqual(try hub.triage(id, tags: Array(tags.dropLast()) + ["tag 10"], severity: .high).tags.count, 20)
        assertFails(.tooManyTags) { try hub.triage(id, tags: tags, severity: nil) }
        let left = try hub.triage(id, tags: nil, severity: nil)
        XCTAssertEqual(left.tags.first, "tag 10")
        XCTAssertEqual(left.severity, .high)
        XCTAssertEqual(try hub.triage(id, tags: [], severity: nil).tags, [])
    }

    func testAPriorityIsOneToNine() throws {
        let town = Town(), hub = town.developer(), idea = try town.idea()
        for priority in [0, 10] {
            assertFails(.priorityOutOfRange) { try hub.move("video", to: priority) }
            assertFails(.priorityOutOfRange) { try hub.addItem("T", "D", priority: priority, release: "v", category: .ux) }
            assertFails(.priorityOutOfRange) {
                try hub.promote(idea, priority: priority, release: "v", category: .ux, title: nil, description: nil)
            }
        }
        for priority in [1, 9] { XCTAssertEqual(try hub.move("video", to: priority).priority, priority) }
    }

    /// The words of an item are its author's until both were written anew, and go with them.
    func testAnItemKeepsTheWordsOfWhoHadTheIdeaUntilBothAreOthers() throws {
        for (title, text, edit, isTheirs) in [
            (nil, nil, nil, true), ("T", nil, nil, true), (nil, "D", nil, true), ("T", "D", nil, false),
            (nil, nil, ("T", nil), true), (nil, nil, (nil, "D"), true), (nil, nil, ("T", "D"), false),
        ] as [(String?, String?, (String?, String?)?, Bool)] {
            let town = Town(), hub = town.developer()
            let (idea, item) = try hub.promote(
                town.idea("Bells"), priority: 1, release: "v2", category: .ux, title: title, description: text)
            XCTAssertEqual([item.title, item.description], [title ?? "Bells", text ?? "with bells"])
            XCTAssertEqual(idea.status, .addedToRoadmap)
            if let edit { _ = try hub.edit(item.id, title: edit.0, description: edit.1, release: nil, category: nil) }
            _ = try town.person("zoe").forgetMe()
            let left = try XCTUnwrap(town.board.items().first { $0.id == item.id })
            XCTAssertEqual(left.title == "An idea of the community", isTheirs, "\(title ?? "-") \(text ?? "-")")
            XCTAssertNil(left.wordsOf)
        }
    }

    func testAnEditChangesWhatIsGivenAndLeavesTheRest() throws {
        let town = Town(), hub = town.developer()
        let before = try XCTUnwrap(town.board.items().first { $0.id == "video" })
        XCTAssertEqual(
            try hub.edit("video", title: nil, description: nil, release: "v9", category: .ux).title, before.title)
        let after = try hub.edit("video", title: "Films", description: "All of them", release: nil, category: nil)
        XCTAssertEqual([after.title, after.description, after.estimatedRelease], ["Films", "All of them", "v9"])
        XCTAssertEqual(after.category, .ux)
        for (percent, share) in [(-1, 0), (0, 0), (40, 0.4), (100, 1), (101, 1)] {
            XCTAssertEqual(try hub.progress("video", percent: percent).completionPercentage, share)
        }
        XCTAssertEqual(try hub.release("video").releaseDate, town.clock.source().today())
        assertFails(.itemReleased) { try hub.release("video") }
        assertFails(.itemReleased) { try hub.progress("video", percent: 1) }
    }

    func testAnAnswerIsNeverPendingAndKeepsTheVersionItHad() throws {
        let town = Town(), hub = town.developer(), id = try town.told("mina")
        XCTAssertEqual(try hub.respond(to: id, "a", target: "v1").responseStatus, .responded)
        XCTAssertEqual(try hub.respond(to: id, "b", status: .pending).responseStatus, .responded)
        XCTAssertEqual(try hub.respond(to: id, "c", status: .implemented).targetVersion, "v1")
        XCTAssertEqual(try hub.setStatus(of: id, .pending).responseStatus, .pending)
        XCTAssertEqual(try hub.setStatus(of: id, .implemented, target: "v2").targetVersion, "v2")
    }

    func testHiddenFeedbackAndThemesAreForDevelopersAndListsBeginWithTheNewest() throws {
        let town = Town(), hub = town.developer(), other = town.developer("impostor")
        let ids = try (1...3).map { number in
            town.clock.advance(seconds: 1)
            return try town.told("p\(number)")
        }
        _ = try hub.triage(ids[0], tags: ["sound"], severity: .low)
        try hub.hide(ids[1].rawValue, because: "rude")
        XCTAssertEqual(try hub.feedback().map(\.id), ids.reversed())
        XCTAssertEqual(try hub.feedback(newestFirst: false, limit: 2).map(\.id), [ids[0], ids[1]])
        XCTAssertEqual(try other.feedback().map(\.id), [ids[2], ids[0]])
        XCTAssertEqual(try hub.feedback(ids[0]).tags, ["sound"])
        XCTAssertEqual(try other.feedback(ids[0]).tags, [])
        XCTAssertNil(try other.feedback(ids[0]).severity)
        XCTAssertEqual(try hub.feedback(ids[1]).hiddenBecause, "rude")
        assertFails(.feedbackNotFound) { try other.feedback(ids[1]) }
        assertFails(.feedbackNotFound) { try hub.feedback("nothing") }
    }

    func testWhatIsModeratedIsListedByKindAndShownAgain() throws {
        let town = Town(), hub = town.developer(), other = town.developer("impostor")
        let first = try town.told("mina")
        town.clock.advance(seconds: 1)
        let (second, idea) = (try town.told("adam"), try town.idea("Bells"))
        for id in [first.rawValue, second.rawValue, idea.rawValue] { try hub.hide(id, because: "because of \(id)") }
        try hub.block(Town.author("mina").rawValue, because: "loud")
        let listed = try hub.moderated()
        XCTAssertEqual(listed.map(\.kind), ["feedback", "feedback", "suggestion", "author"])
        XCTAssertEqual(listed.map(\.id), [second.rawValue, first.rawValue, idea.rawValue, Town.author("mina").rawValue])
        XCTAssertEqual(listed.map(\.text), ["It breaks", "It breaks", "Bells", "since \(town.clock.now)"])
        XCTAssertEqual(try other.suggestions().count, 0)
        XCTAssertEqual(try hub.suggestions().count, 1)
        for id in [first.rawValue, idea.rawValue] { try hub.hide(id, because: nil) }
        try hub.block(Town.author("mina").rawValue, because: nil)
        XCTAssertEqual(try hub.moderated().map(\.id), [second.rawValue])
        XCTAssertEqual(try other.suggestions().count, 1)
        assertFails(.contentNotFound) { try hub.hide("nothing", because: "x") }
    }

    func testANameIs26LettersAndDigits() throws {
        let hub = Town().developer(), rest = String(repeating: "0", count: 25)
        for letter in "09az" { XCTAssertNoThrow(try hub.block(rest + "\(letter)", because: "x")) }
        for end in ["", "00", "/", ":", "`", "{", "A", "é"] {
            assertFails(.authorUnknown) { try hub.block(rest + end, because: "x") }
        }
    }

    func testARefusalSaysWhoMay() throws {
        let town = Town()
        _ = try town.developer().move("video", to: 1)
        for (actor, words) in [
            (Actor.guest, "Only a developer may change this (roadmap item)."),
            (Actor(identity: Town.identity("mina")), "Only a developer may change this (roadmap item)."),
        ] {
            XCTAssertThrowsError(
                try town.board.change("video", .roadmapItem, by: actor, at: .earliest) { (_: inout RoadmapItem) in }
            ) { XCTAssertEqual(($0 as? Failure)?.message, words) }
        }
        let forged = Posting(
            .feedback(
                Feedback(
                    id: "f", author: Town.author("mina"), category: .bug, text: "x", timestamp: .earliest,
                    device: DeviceInfo(app: "a", appVersion: "1", system: "s", machine: "m"), usage: nil)),
            outbox: "o", number: 1, sentAt: .earliest, month: "m")
        XCTAssertThrowsError(try town.board.take(forged, from: Actor(identity: Town.identity("zoe")))) {
            XCTAssertEqual(($0 as? Failure)?.message, "Only its author may add this (feedback).")
        }
        XCTAssertThrowsError(try town.board.take(forged, from: .guest)) {
            XCTAssertEqual(($0 as? Failure)?.code, .notAllowed)
        }
    }
}
