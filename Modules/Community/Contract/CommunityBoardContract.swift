import Community
import Kernel
import KernelContract

/// What every `CommunityBoard` must keep.
public enum CommunityBoardContract {
    /// The contract over boards that a closure makes, each empty.
    public static func over(_ make: @escaping () throws -> any CommunityBoard) -> Contract<any CommunityBoard> {
        Contract("CommunityBoard", promises: votes + taking + deciding + leaving, make)
    }

    private typealias Promise = Contract<any CommunityBoard>.Promise

    private static let votes: [Promise] = [
        .init("begins with the founding nine, in their order, without votes") { board in
            try expectEqual(board.items().map(\.id), FoundingRoadmap.items.map(\.id))
            try expectEqual(board.items().map(\.priority), Array(1...9))
            try expectEqual(board.votes(for: board.items().map(\.id)), Array(repeating: 0, count: 9))
        },
        .init("counts one vote a person and item, however often it comes") { board in
            for number in 1...20 { _ = try board.take(posting(.vote(item: "video"), number), from: Person.mina.actor) }
            _ = try board.take(posting(.vote(item: "video"), 1), from: Person.zoe.actor)
            try expectEqual(board.votes(for: ["video", "clubs"]), [2, 0])
        },
        .init("takes a vote back, and one that is not there too") { board in
            _ = try board.take(posting(.vote(item: "video"), 1), from: Person.mina.actor)
            for number in 2...3 { _ = try board.take(posting(.unvote(item: "video"), number), from: Person.mina.actor) }
            try expectEqual(board.votes(for: ["video"]), [0])
        },
        .init("refuses votes for what is released or not there, and keeps those it has") { board in
            _ = try board.take(posting(.vote(item: "video"), 1), from: Person.mina.actor)
            try release(board)
            for parcel in [Parcel.vote(item: "video"), .unvote(item: "video")] {
                try expectFailure(.itemReleased) { try board.take(posting(parcel, 2), from: Person.mina.actor) }
                try expectFailure(.itemReleased) { try board.take(posting(parcel, 2), from: Person.zoe.actor) }
            }
            try expectFailure(.itemNotFound) { try board.take(posting(.vote(item: "x"), 2), from: Person.mina.actor) }
            try expectEqual(board.votes(for: ["video"]), [1])
        },
    ]

    private static let taking: [Promise] = [
        .init("takes a posting once, by its number") { board in
            _ = try board.take(posting(.vote(item: "video"), 5), from: Person.mina.actor)
            _ = try board.take(posting(.unvote(item: "video"), 6), from: Person.mina.actor)
            try expectEqual(board.take(posting(.vote(item: "video"), 5), from: Person.mina.actor), false)
            try expectEqual(board.votes(for: ["video"]), [0])
        },
        .init("keeps feedback once, without what only developers say") { board in
            var feedback = Person.mina.feedback("f", "Hello")
            (feedback.developerResponse, feedback.tags, feedback.responseStatus) = ("forged", ["x"], .implemented)
            _ = try board.take(posting(.feedback(feedback), 1), from: Person.mina.actor)
            try expectEqual(board.take(posting(.feedback(feedback), 2, outbox: "other"), from: Person.mina.actor), false)
            try expectEqual(board.feedback(nil, newestFirst: true, limit: nil), [Person.mina.feedback("f", "Hello")])
        },
        .init("refuses what is written in another's name, and over what is there") { board in
            _ = try board.take(posting(.feedback(Person.mina.feedback("f", "Mina's")), 1), from: Person.mina.actor)
            for feedback in [Person.mina.feedback("g", "forged"), Person.zoe.feedback("f", "over it")] {
                let code: Failure.Code = feedback.id == "f" ? .idTaken : .notAllowed
                try expectFailure(code) { try board.take(posting(.feedback(feedback), 1), from: Person.zoe.actor) }
            }
            try expectEqual(board.feedback("f")?.text, "Mina's")
            try expectEqual(board.feedbackCount(nil), 1)
        },
        .init("takes nothing from somebody who is blocked, and lets them look") { board in
            try board.block(Person.mina.author, because: "spam", by: developer, at: moment)
            try expectFailure(.authorBlocked) { try board.take(posting(.vote(item: "video"), 1), from: Person.mina.actor) }
            try expectEqual(board.standing(of: Person.mina.actor).isBlocked, true)
            try expectEqual(board.items().count, 9)
            try board.block(Person.mina.author, because: nil, by: developer, at: moment)
            try expectEqual(board.take(posting(.vote(item: "video"), 1), from: Person.mina.actor), true)
        },
        .init("takes no more than is permitted, and takes it later") { board in
            for number in 1...50 {
                let feedback = Person.mina.feedback("\(number)", "Hello")
                _ = try board.take(posting(.feedback(feedback), number), from: Person.mina.actor)
            }
            let next = Parcel.feedback(Person.mina.feedback("51", "Hello"))
            try expectFailure(.tooMany) { try board.take(posting(next, 51), from: Person.mina.actor) }
            try expectEqual(board.take(posting(next, 51, at: 86_401), from: Person.mina.actor), true)
        },
    ]

    private static let deciding: [Promise] = [
        .init("lets the first developer found it, and nobody else decide") { board in
            try release(board)
            let other = Actor(key: Person.zoe.identity)
            try expectFailure(.notAllowed) { try board.change("clubs", by: other, at: moment) { $0.priority = 1 } }
            try expectFailure(.notAllowed) { try board.change("clubs", by: Person.mina.actor, at: moment) { $0.priority = 1 } }
            try expectFailure(.notAllowed) { try board.blocks(for: other) }
            try expectEqual(board.items().count, 9)
            try expectEqual(board.standing(of: other).isDeveloper, false)
        },
        .init("carries votes in a merge without doubling one, and sends later votes after them") { board in
            for (id, person) in [("a", Person.mina), ("b", .zoe)] {
                _ = try board.take(posting(.suggestion(person.suggestion(id)), 1), from: person.actor)
            }
            for (person, targets) in [(Person.mina, ["a", "b"]), (.zoe, ["a"])] {
                for (number, target) in targets.enumerated() {
                    _ = try board.take(posting(.upvote(suggestion: Identifier(target)), number + 2), from: person.actor)
                }
            }
            let (target, carried) = try board.merge("a", into: "b", by: developer, at: moment)
            try expectEqual(target.id, "b")
            try expectEqual(carried, 1)
            try expectEqual(board.upvotes(for: ["a", "b"]), [0, 2])
            _ = try board.take(posting(.upvote(suggestion: "a"), 1), from: Person.adam.actor)
            try expectEqual(board.upvotes(for: ["a", "b"]), [0, 3])
        },
        .init("makes a suggestion an item once, and takes no more votes for it") { board in
            _ = try board.take(posting(.suggestion(Person.mina.suggestion("a")), 1), from: Person.mina.actor)
            let item = RoadmapItem(
                id: "i", title: "T", description: "D", priority: 1, estimatedRelease: "v2", category: .ux, createdAt: moment)
            try expectEqual(board.promote("a", to: item, by: developer, at: moment).status, .addedToRoadmap)
            try expectFailure(.suggestionClosed) { try board.promote("a", to: item, by: developer, at: moment) }
            try expectFailure(.suggestionClosed) { try board.take(posting(.upvote(suggestion: "a"), 1), from: Person.zoe.actor) }
            try expectEqual(board.items().count, 10)
        },
    ]

    private static let leaving: [Promise] = [
        .init("forgets everything of a person and nothing of others, again and again") { board in
            for person in [Person.mina, .zoe] {
                let parcels: [Parcel] = [
                    .feedback(person.feedback("f\(person.rawValue)", "words")),
                    .suggestion(person.suggestion("s\(person.rawValue)")),
                    .vote(item: "video"), .upvote(suggestion: "smina"), .attendance(month: "2026-11"),
                ]
                for (number, parcel) in parcels.enumerated() {
                    _ = try board.take(posting(parcel, number + 1), from: person.actor)
                }
            }
            try expect(board.forget(Person.mina.actor) >= 5, "too little is gone")
            try expectEqual(board.forget(Person.mina.actor), 0)
            let left = try board.belongings(of: Person.mina.actor)
            try expectEqual(
                left.feedback.count + left.suggestions.count + left.votes.count + left.upvotes.count, 0, "records left")
            try expect(left.months.isEmpty && left.ledger == nil, "\(left)")
            try expectEqual(board.votes(for: ["video"]), [1])
            try expectEqual(board.belongings(of: Person.zoe.actor).feedback.count, 1)
            try expectFailure(.authorForgotten) { try board.take(posting(.vote(item: "video"), 99), from: Person.mina.actor) }
        }
    ]

    // MARK: - Who takes part

    private enum Person: String {
        case mina, zoe, adam

        var identity: Identity { Identity(chance: Array(rawValue.utf8)) }
        var actor: Actor { Actor(identity: identity) }
        var author: Author { identity.author }

        func feedback(_ id: String, _ text: String) -> Feedback {
            Feedback(
                id: Identifier(id), author: author, category: .bug, text: text, timestamp: moment,
                device: DeviceInfo(app: "test", appVersion: "1", system: "none", machine: "none"), usage: nil)
        }

        func suggestion(_ id: String) -> Suggestion {
            Suggestion(id: Identifier(id), title: "Idea", description: "words", author: author, submittedAt: moment)
        }
    }

    private static let moment = Instant(milliseconds: 1_800_000_000_000)
    private static let developer = Actor(key: Identity(chance: Array("developer".utf8)))

    private static func posting(_ parcel: Parcel, _ number: Int, outbox: String = "box", at second: Double = 0) -> Posting {
        Posting(parcel, outbox: outbox, number: number, sentAt: moment.adding(seconds: second), month: "2027-01")
    }

    private static func release(_ board: any CommunityBoard) throws {
        _ = try board.change("video", by: developer, at: moment) { $0.release(on: Day(ordinal: 20_000)) }
    }
}
