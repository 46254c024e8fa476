import Community
import CommunityAdapters
import Kernel
import Storage
import XCTest

/// Developer actions: limits of texts, and their effect for others.
final class CommunityAdminTests: XCTestCase {
    func testEachTextHasItsLengthLimit() throws {
        let fixture = CommunityFixture(), hub = fixture.developer(), long = { String(repeating: "a", count: $0) }
        let feedback = try fixture.sendFeedback("mina")
        let idea = try fixture.idea().rawValue
        func roadmap(_ title: String, _ text: String, _ release: String) throws {
            _ = try hub.addItem(title, text, priority: 1, release: release, category: .ux)
        }
        for (limit, write) in [
            (400, { try hub.hide(feedback.rawValue, because: $0) }), (400, { try hub.hide(idea, because: $0) }),
            (400, { try hub.block(CommunityFixture.author("mina").rawValue, because: $0) }),
            (40, { _ = try hub.triage(feedback, tags: [$0], severity: nil) }), (120, { try roadmap($0, "x", "x") }),
            (4_000, { try roadmap("x", $0, "x") }), (120, { try roadmap("x", "x", $0) }),
            (4_000, { _ = try hub.respond(to: feedback, $0) }),
            (120, { _ = try hub.respond(to: feedback, "x", target: $0) }),
            (120, { _ = try hub.setStatus(of: feedback, .implemented, target: $0) }),
            (4_000, { _ = try hub.review(Identifier(idea), notes: $0) }),
        ] as [(Int, (String) throws -> Void)] {
            XCTAssertNoThrow(try write(long(limit)))
            assertFails(.textTooLong) { try write(long(limit + 1)) }
        }
    }

    func testFeedbackHasAtMostTwentyUniqueTags() throws {
        let fixture = CommunityFixture(), hub = fixture.developer(), id = try fixture.sendFeedback("mina")
        let tags = (10...30).map { "Tag \($0)" }
        XCTAssertEqual(try hub.triage(id, tags: Array(tags.dropLast()) + ["tag 10"], severity: .high).tags.count, 20)
        assertFails(.tooManyTags) { try hub.triage(id, tags: tags, severity: nil) }
        let triaged = try hub.triage(id, tags: nil, severity: nil)
        XCTAssertEqual(triaged.tags.first, "tag 10")
        XCTAssertEqual(triaged.severity, .high)
        XCTAssertEqual(try hub.triage(id, tags: [], severity: nil).tags, [])
    }

    func testPriorityIsOneToNine() throws {
        let fixture = CommunityFixture(), hub = fixture.developer(), idea = try fixture.idea()
        for priority in [0, 10] {
            assertFails(.priorityOutOfRange) { try hub.move("video", to: priority) }
            assertFails(.priorityOutOfRange) {
                try hub.addItem("T", "D", priority: priority, release: "v", category: .ux)
            }
            assertFails(.priorityOutOfRange) {
                try hub.promote(idea, priority: priority, release: "v", category: .ux, title: nil, description: nil)
            }
        }
        for priority in [1, 9] { XCTAssertEqual(try hub.move("video", to: priority).priority, priority) }
    }

    /// An item counts as its author's text until both title and description are rewritten.
    func testForgettingReplacesTheAuthorsWordsInAnItem() throws {
        for (title, text, edit, isTheirs) in [
            (nil, nil, nil, true), ("T", nil, nil, true), (nil, "D", nil, true), ("T", "D", nil, false),
            (nil, nil, ("T", nil), true), (nil, nil, (nil, "D"), true), (nil, nil, ("T", "D"), false),
        ] as [(String?, String?, (String?, String?)?, Bool)] {
            let fixture = CommunityFixture(), hub = fixture.developer()
            let (idea, item) = try hub.promote(
                fixture.idea("Bells"), priority: 1, release: "v2", category: .ux, title: title, description: text)
            XCTAssertEqual([item.title, item.description], [title ?? "Bells", text ?? "with bells"])
            XCTAssertEqual(idea.status, .addedToRoadmap)
            if let edit { _ = try hub.edit(item.id, title: edit.0, description: edit.1, release: nil, category: nil) }
            _ = try fixture.person("zoe").forgetMe()
            let saved = try XCTUnwrap(fixture.board.items().first { $0.id == item.id })
            XCTAssertEqual(saved.title == "An idea of the community", isTheirs, "\(title ?? "-") \(text ?? "-")")
            XCTAssertNil(saved.wordsOf)
        }
    }

    func testEditChangesOnlyTheGivenFields() throws {
        let fixture = CommunityFixture(), hub = fixture.developer()
        let before = try XCTUnwrap(fixture.board.items().first { $0.id == "video" })
        XCTAssertEqual(
            try hub.edit("video", title: nil, description: nil, release: "v9", category: .ux).title, before.title)
        let after = try hub.edit("video", title: "Films", description: "All of them", release: nil, category: nil)
        XCTAssertEqual([after.title, after.description, after.estimatedRelease], ["Films", "All of them", "v9"])
        XCTAssertEqual(after.category, .ux)
        for (percent, share) in [(-1, 0), (0, 0), (40, 0.4), (100, 1), (101, 1)] {
            XCTAssertEqual(try hub.progress("video", percent: percent).completionPercentage, share)
        }
        XCTAssertEqual(try hub.release("video").releaseDate, fixture.clock.source().today())
        assertFails(.itemReleased) { try hub.release("video") }
        assertFails(.itemReleased) { try hub.progress("video", percent: 1) }
    }

    func testAnswersAreNeverPendingAndKeepTheirVersion() throws {
        let fixture = CommunityFixture(), hub = fixture.developer(), id = try fixture.sendFeedback("mina")
        XCTAssertEqual(try hub.respond(to: id, "a", target: "v1").responseStatus, .responded)
        XCTAssertEqual(try hub.respond(to: id, "b", status: .pending).responseStatus, .responded)
        XCTAssertEqual(try hub.respond(to: id, "c", status: .implemented).targetVersion, "v1")
        XCTAssertEqual(try hub.setStatus(of: id, .pending).responseStatus, .pending)
        XCTAssertEqual(try hub.setStatus(of: id, .implemented, target: "v2").targetVersion, "v2")
    }

    func testOnlyDevelopersSeeHiddenFeedbackAndTags() throws {
        let fixture = CommunityFixture(), hub = fixture.developer(), other = fixture.developer("impostor")
        let ids = try (1...3).map { number in
            fixture.clock.advance(seconds: 1)
            return try fixture.sendFeedback("p\(number)")
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

    func testModeratedContentIsListedByKindAndRestored() throws {
        let fixture = CommunityFixture(), hub = fixture.developer(), other = fixture.developer("impostor")
        let first = try fixture.sendFeedback("mina")
        fixture.clock.advance(seconds: 1)
        let second = try fixture.sendFeedback("adam")
        let idea = try fixture.idea("Bells")
        for id in [first.rawValue, second.rawValue, idea.rawValue] { try hub.hide(id, because: "because of \(id)") }
        try hub.block(CommunityFixture.author("mina").rawValue, because: "loud")
        let listed = try hub.moderated()
        XCTAssertEqual(listed.map(\.kind), ["feedback", "feedback", "suggestion", "author"])
        XCTAssertEqual(
            listed.map(\.id),
            [second.rawValue, first.rawValue, idea.rawValue, CommunityFixture.author("mina").rawValue])
        XCTAssertEqual(listed.map(\.text), ["It breaks", "It breaks", "Bells", "since \(fixture.clock.now)"])
        XCTAssertEqual(try other.suggestions().count, 0)
        XCTAssertEqual(try hub.suggestions().count, 1)
        for id in [first.rawValue, idea.rawValue] { try hub.hide(id, because: nil) }
        try hub.block(CommunityFixture.author("mina").rawValue, because: nil)
        XCTAssertEqual(try hub.moderated().map(\.id), [second.rawValue])
        XCTAssertEqual(try other.suggestions().count, 1)
        assertFails(.contentNotFound) { try hub.hide("nothing", because: "x") }
    }

    func testAuthorNameIs26LettersAndDigits() throws {
        let hub = CommunityFixture().developer(), rest = String(repeating: "0", count: 25)
        for letter in "09az" { XCTAssertNoThrow(try hub.block(rest + "\(letter)", because: "x")) }
        for end in ["", "00", "/", ":", "`", "{", "A", "é"] {
            assertFails(.authorUnknown) { try hub.block(rest + end, because: "x") }
        }
    }

    func testRefusalNamesTheAllowedRole() throws {
        let fixture = CommunityFixture()
        _ = try fixture.developer().move("video", to: 1)
        for (actor, words) in [
            (Actor.guest, "Only a developer may change this (roadmap item)."),
            (Actor(identity: CommunityFixture.identity("mina")), "Only a developer may change this (roadmap item)."),
        ] {
            XCTAssertThrowsError(
                try fixture.board.change("video", .roadmapItem, by: actor, at: .earliest) { (_: inout RoadmapItem) in }
            ) { XCTAssertEqual(($0 as? Failure)?.message, words) }
        }
        let forged = Posting(
            .feedback(
                Feedback(
                    id: "f", author: CommunityFixture.author("mina"), category: .bug, text: "x", timestamp: .earliest,
                    device: DeviceInfo(app: "a", appVersion: "1", system: "s", machine: "m"), usage: nil)),
            outbox: "o", number: 1, sentAt: .earliest, month: "m")
        XCTAssertThrowsError(try fixture.board.receive(forged, from: Actor(identity: CommunityFixture.identity("zoe"))))
        {
            XCTAssertEqual(($0 as? Failure)?.message, "Only its author may add this (feedback).")
        }
        XCTAssertThrowsError(try fixture.board.receive(forged, from: .guest)) {
            XCTAssertEqual(($0 as? Failure)?.code, .notAllowed)
        }
    }
}
