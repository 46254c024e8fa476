import Community
import Kernel
import KernelTesting

/// The contract of every `CommunityBoard`, with additional promises of a `RecordsBoard`.
///
/// A database saves no records for programs, reveals no voter names and uses its own clock.
package enum CommunityBoardContract {
    /// Returns the contract over boards from a closure, each empty.
    package static func over(_ make: @escaping () throws -> any CommunityBoard) -> Contract<any CommunityBoard> {
        Contract("CommunityBoard", promises: votes + taking + deciding + tracking + leaving, make)
    }

    /// Returns the additional contract of boards that store records.
    package static func ofRecords(over make: @escaping () throws -> any RecordsBoard) -> Contract<any RecordsBoard> {
        Contract("RecordsBoard", promises: units + names, make)
    }

    typealias Promise = Contract<any CommunityBoard>.Promise

    private static let units: [Contract<any RecordsBoard>.Promise] = [
        .init("a failed unit of work saves nothing, and a unit reads its own writes") { board in
            try expectFailure(.itemNotFound) {
                try board.write { records in
                    try records.keep(item("a", priority: 1))
                    try expectEqual(records.items().map(\.id), ["a"])
                    throw RoadmapItem.notFound("b")
                }
            }
            try expectEqual(board.read { try $0.items().count }, 0)
        },
        .init("a board keeps one record per identifier, and remove returns whether it existed") { board in
            let removed = try board.write { records in
                for priority in [2, 1] { try records.keep(item("a", priority: priority)) }
                try records.keep(item("b", priority: 2))
                return try [records.remove(Identifier<RoadmapItem>("b")), records.remove(Identifier<RoadmapItem>("b"))]
            }
            try expectEqual(removed, [true, false])
            try expectEqual(board.read { try $0.items().map(\.priority) }, [1])
        },
        .init("reads sort items by priority, feedback by time and person, suggestions by time") { board in
            let sentFeedback = (0..<5).map { Person.mina.feedback("f\($0)", "\($0)", at: [30, 10, 50, 20, 40][$0]) }
            try board.write { records in
                for priority in [3, 1, 2] { try records.keep(item("i\(priority)", priority: priority)) }
                for feedback in sentFeedback { try records.keep(feedback) }
                for second in [2.0, 1, 3] { try records.keep(Person.zoe.suggestion("s\(Int(second))", at: second)) }
            }
            try board.read { records in
                try expectEqual(records.items().map(\.id), ["i1", "i2", "i3"])
                try expectEqual(records.suggestions(nil).map(\.id), ["s1", "s2", "s3"])
                try expectEqual(records.suggestions(.declined).count, 0)
                try expectEqual(records.suggestions(by: Person.zoe.author).count, 3)
                try expectEqual(records.feedback(nil, newestFirst: false, limit: 2).map(\.id), ["f1", "f3"])
                try expectEqual(
                    records.feedback(.pending, newestFirst: true, limit: nil).map(\.id), ["f2", "f4", "f0", "f3", "f1"])
                try expectEqual(records.feedback(by: Person.mina.author).map(\.id), ["f2", "f4", "f0", "f3", "f1"])
                try expectEqual([records.feedbackCount(nil), records.feedbackCount(.implemented)], [5, 0])
            }
        },
    ]

    private static let names: [Contract<any RecordsBoard>.Promise] = [
        .init("ballots record only the target beside a voter key") { board in
            _ = try board.receive(posting(.suggestion(Person.zoe.suggestion("a")), 1), from: Person.zoe.actor)
            for submission in [
                Submission.vote(item: "video"), .upvote(suggestion: "a"), .vote(item: "clubs"), .unvote(item: "clubs"),
            ] {
                _ = try board.receive(posting(submission, 2), from: Person.mina.actor)
            }
            let voter = Person.mina.identity.voter.rawValue
            let bytes = try board.write { try $0.ballots() }.bytes
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst()
            try expectEqual(Array(lines), ["item/video 1", Substring(voter), "suggestion/a 1", Substring(voter)])
        },
        .init("the daily limit counts by the sender's clock and accepts the next day's feedback") { board in
            try flood(board)
            let next = Submission.feedback(Person.mina.feedback("51", "Hello"))
            try expectEqual(board.receive(posting(next, 51, at: 86_401), from: Person.mina.actor), true)
        },
        .init("forgetting a person removes their quotation from the roadmap") { board in
            var planned = item("i", priority: 1)
            planned.wordsOf = Person.mina.author
            try board.write { try $0.keep(planned) }
            try expectEqual(board.forget(Person.mina.actor), 1)
            try expectEqual(items(board).first { $0.id == "i" }?.wordsOf, nil)
        },
    ]

    private static let votes: [Promise] = [
        .init("a board starts with the nine founding items in order, without votes") { board in
            try expectEqual(items(board).map(\.id), FoundingRoadmap.items.map(\.id))
            try expectEqual(items(board).map(\.priority), Array(1...9))
            try expectEqual(items(board).map { try votes(board, $0.id)[0] }, Array(repeating: 0, count: 9))
        },
        .init("a person has one vote per item, however often they send it") { board in
            for number in 1...20 {
                _ = try board.receive(posting(.vote(item: "video"), number), from: Person.mina.actor)
            }
            _ = try board.receive(posting(.vote(item: "video"), 1), from: Person.zoe.actor)
            try expectEqual(votes(board, "video", "clubs"), [2, 0])
        },
        .init("records contain no votes") { board in
            _ = try board.receive(posting(.suggestion(Person.zoe.suggestion("a")), 1), from: Person.zoe.actor)
            for submission in [
                Submission.vote(item: "video"), .upvote(suggestion: "a"), .vote(item: "clubs"), .unvote(item: "clubs"),
            ] {
                _ = try board.receive(posting(submission, 2), from: Person.mina.actor)
            }
            let own = try board.personalData(of: Person.mina.actor)
            try expect(own.ledger == nil, "a ledger of votes")
            try expectEqual([own.votes.map(\.rawValue), own.upvotes.map(\.rawValue)], [["video"], ["a"]])
        },
        .init("unvote removes a vote, and accepts a missing one") { board in
            _ = try board.receive(posting(.vote(item: "video"), 1), from: Person.mina.actor)
            for number in 2...3 {
                _ = try board.receive(posting(.unvote(item: "video"), number), from: Person.mina.actor)
            }
            try expectEqual(votes(board, "video"), [0])
        },
        .init("released and unknown items refuse votes, and keep the votes they have") { board in
            _ = try board.receive(posting(.vote(item: "video"), 1), from: Person.mina.actor)
            try release(board)
            for submission in [Submission.vote(item: "video"), .unvote(item: "video")] {
                try expectFailure(.itemReleased) { try board.receive(posting(submission, 2), from: Person.mina.actor) }
                try expectFailure(.itemReleased) { try board.receive(posting(submission, 2), from: Person.zoe.actor) }
            }
            try expectFailure(.itemNotFound) {
                try board.receive(posting(.vote(item: "x"), 2), from: Person.mina.actor)
            }
            try expectEqual(votes(board, "video"), [1])
        },
    ]

    private static let taking: [Promise] = [
        .init("a board accepts each posting number once") { board in
            try expectEqual(board.receive(posting(.attendance(month: "2026-11"), 5), from: Person.mina.actor), true)
            for number in [5, 4] {
                try expectEqual(
                    board.receive(posting(.attendance(month: "2026-12"), number), from: Person.mina.actor), false)
            }
            try expectEqual(board.personalData(of: Person.mina.actor).months, ["2026-11"])
        },
        .init("a board saves feedback once, without developer fields") { board in
            var feedback = Person.mina.feedback("f", "Hello")
            (feedback.developerResponse, feedback.tags, feedback.responseStatus) = ("forged", ["x"], .implemented)
            _ = try board.receive(posting(.feedback(feedback), 1), from: Person.mina.actor)
            try expectEqual(
                board.receive(posting(.feedback(feedback), 2, outbox: "other"), from: Person.mina.actor), false)
            try expectEqual(
                board.read { try $0.feedback(nil, newestFirst: true, limit: nil) }, [Person.mina.feedback("f", "Hello")]
            )
        },
        .init("a board refuses feedback in another person's name, and over an existing record") { board in
            _ = try board.receive(posting(.feedback(Person.mina.feedback("f", "Mina's")), 1), from: Person.mina.actor)
            for feedback in [Person.mina.feedback("g", "forged"), Person.zoe.feedback("f", "over it")] {
                let code: Failure.Code = feedback.id == "f" ? .idTaken : .notAllowed
                try expectFailure(code) { try board.receive(posting(.feedback(feedback), 1), from: Person.zoe.actor) }
            }
            try expectEqual(board.read { try $0.record(Identifier<Feedback>("f")) }?.text, "Mina's")
            try expectEqual(board.read { try $0.feedbackCount(nil) }, 1)
        },
        .init("a blocked person can read, and every posting fails") { board in
            try board.block(Person.mina.author, because: "spam", by: developer, at: moment)
            try expectFailure(.authorBlocked) {
                try board.receive(posting(.vote(item: "video"), 1), from: Person.mina.actor)
            }
            try expectEqual(items(board).count, 9)
            try board.block(Person.mina.author, because: nil, by: developer, at: moment)
            try expectEqual(board.receive(posting(.vote(item: "video"), 1), from: Person.mina.actor), true)
        },
        .init("a board refuses postings beyond the limit") { board in
            try flood(board)
            try expectFailure(.tooMany) {
                try board.receive(posting(.feedback(Person.mina.feedback("51", "Hello")), 51), from: Person.mina.actor)
            }
        },
    ]

    /// Sends as much feedback as a person may send on a day.
    private static func flood(_ board: any CommunityBoard) throws {
        for number in 1...50 {
            let feedback = Person.mina.feedback("\(number)", "Hello")
            _ = try board.receive(posting(.feedback(feedback), number), from: Person.mina.actor)
        }
    }

    private static let deciding: [Promise] = [
        .init("the first developer founds the board, and only developers decide") { board in
            try release(board)
            let other = Actor(key: Person.zoe.identity)
            try expectFailure(.notAllowed) { try prioritizeClubs(board, by: other) }
            try expectFailure(.notAllowed) { try prioritizeClubs(board, by: Person.mina.actor) }
            try expectFailure(.notAllowed) { try board.blocks(for: other) }
            try expectEqual(items(board).count, 9)
        },
        .init("a merge carries each vote once, and redirects later votes") { board in
            for (id, person) in [("a", Person.mina), ("b", .zoe)] {
                _ = try board.receive(posting(.suggestion(person.suggestion(id)), 1), from: person.actor)
            }
            for (person, targets) in [(Person.mina, ["a", "b"]), (.zoe, ["a"])] {
                for (number, target) in targets.enumerated() {
                    _ = try board.receive(
                        posting(.upvote(suggestion: Identifier(target)), number + 2), from: person.actor)
                }
            }
            let (target, carried) = try board.merge("a", into: "b", by: developer, at: moment)
            try expectEqual(target.id, "b")
            try expectEqual(carried, 1)
            try expectEqual(upvotes(board, "a", "b"), [0, 2])
            _ = try board.receive(posting(.upvote(suggestion: "a"), 1), from: Person.adam.actor)
            try expectEqual(upvotes(board, "a", "b"), [0, 3])
        },
        .init("a suggestion becomes an item once, and then refuses votes") { board in
            _ = try board.receive(posting(.suggestion(Person.mina.suggestion("a")), 1), from: Person.mina.actor)
            let item = item("i", priority: 1)
            try expectEqual(board.promote("a", to: item, by: developer, at: moment).status, .addedToRoadmap)
            try expectFailure(.suggestionClosed) { try board.promote("a", to: item, by: developer, at: moment) }
            try expectFailure(.suggestionClosed) {
                try board.receive(posting(.upvote(suggestion: "a"), 1), from: Person.zoe.actor)
            }
            try expectEqual(items(board).count, 10)
        },
    ]

    private static let leaving: [Promise] = [
        .init("forget removes every record of one person, and works repeatedly") { board in
            for person in [Person.mina, .zoe] {
                let submissions: [Submission] = [
                    .feedback(person.feedback("f\(person.rawValue)", "words")),
                    .suggestion(person.suggestion("s\(person.rawValue)")),
                    .vote(item: "video"), .upvote(suggestion: "smina"), .attendance(month: "2026-11"),
                ]
                for (number, submission) in submissions.enumerated() {
                    _ = try board.receive(posting(submission, number + 1), from: person.actor)
                }
            }
            _ = try board.receive(posting(.suggestion(Person.mina.suggestion("planned")), 6), from: Person.mina.actor)
            var planned = item("i", priority: 1)
            planned.wordsOf = Person.mina.author
            _ = try board.promote("planned", to: planned, by: developer, at: moment)
            // Her submissions, her ledger and her words on the roadmap.
            try expectEqual(board.forget(Person.mina.actor), 8)
            try expectEqual(items(board).first { $0.id == "i" }?.title, "An idea of the community")
            try expectEqual(board.forget(Person.mina.actor), 0)
            let remaining = try board.personalData(of: Person.mina.actor)
            try expectEqual(
                remaining.feedback.count + remaining.suggestions.count + remaining.votes.count
                    + remaining.upvotes.count, 0, "records left")
            try expect(remaining.months.isEmpty && remaining.ledger == nil, "\(remaining)")
            try expectEqual(votes(board, "video"), [1])
            try expectEqual(board.personalData(of: Person.zoe.actor).feedback.count, 1)
            try expectFailure(.authorForgotten) {
                try board.receive(posting(.vote(item: "video"), 99), from: Person.mina.actor)
            }
        }
    ]

    // MARK: - People

    enum Person: String {
        case mina, zoe, adam

        var identity: Identity { Identity(randomBytes: Array(rawValue.utf8)) }
        var actor: Actor { Actor(identity: identity) }
        var author: Author { identity.author }

        func feedback(_ id: String, _ text: String, at second: Double = 0, app: String = "test") -> Feedback {
            Feedback(
                id: Identifier(id), author: author, category: .bug, text: text,
                timestamp: moment.adding(seconds: second),
                device: DeviceInfo(app: app, appVersion: "1", system: "none", machine: "none"), usage: nil)
        }

        func suggestion(_ id: String, at second: Double = 0) -> Suggestion {
            Suggestion(
                id: Identifier(id), title: "Idea", description: "words", author: author,
                submittedAt: moment.adding(seconds: second))
        }
    }

    static let moment = Instant(milliseconds: 1_800_000_000_000)
    static let developer = Actor(key: Identity(randomBytes: Array("developer".utf8)))

    static func posting(_ submission: Submission, _ number: Int, outbox: String = "box", at second: Double = 0)
        -> Posting
    {
        Posting(submission, outbox: outbox, number: number, sentAt: moment.adding(seconds: second), month: "2027-01")
    }

    private static func item(_ id: String, priority: Int) -> RoadmapItem {
        RoadmapItem(
            id: Identifier(id), title: "T", description: "D", priority: priority, estimatedRelease: "v2", category: .ux,
            createdAt: moment)
    }

    private static func release(_ board: any CommunityBoard) throws {
        _ = try board.change("video", .roadmapItem, by: developer, at: moment) { (item: inout RoadmapItem) in
            item.release(on: Day(ordinal: 20_000))
        }
    }

    private static func prioritizeClubs(_ board: any CommunityBoard, by actor: Actor) throws {
        _ = try board.change("clubs", .roadmapItem, by: actor, at: moment) { (item: inout RoadmapItem) in
            item.priority = 1
        }
    }

    private static func items(_ board: any CommunityBoard) throws -> [RoadmapItem] {
        try board.read { try $0.roadmap() }
    }

    static func votes(_ board: any CommunityBoard, _ items: Identifier<RoadmapItem>...) throws -> [Int] {
        try board.read { records in try items.map { try records.voteCount(for: $0) } }
    }

    private static func upvotes(_ board: any CommunityBoard, _ suggestions: Identifier<Suggestion>...) throws -> [Int] {
        try board.read { records in try suggestions.map { try records.voteCount(for: $0) } }
    }
}
