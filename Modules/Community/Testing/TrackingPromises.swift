import Community
import Kernel
import KernelTesting

/// The promises of every board about tracking and the end of voting.
extension CommunityBoardContract {
    static let tracking: [Promise] = [
        .init("duplicates count each person once, at one original, without chains") { board in
            for (number, (person, id)) in zip(
                [1, 1, 2, 1], [(Person.mina, "a"), (.zoe, "b"), (.zoe, "c"), (.adam, "d")])
            {
                _ = try board.receive(posting(.feedback(person.feedback(id, "It breaks")), number), from: person.actor)
            }
            try expectEqual(people(board), ["a": 1, "b": 1, "c": 1, "d": 1])
            for (one, other) in [("c", "b"), ("b", "a")] {
                try expectEqual(
                    board.setDuplicate(Identifier(one), to: Identifier(other), by: developer, at: moment).sameAs?
                        .rawValue,
                    other)
            }
            try expectEqual(people(board), ["a": 2, "d": 1])
            // A target that is itself a duplicate resolves to its original.
            try expectEqual(board.setDuplicate("d", to: "c", by: developer, at: moment).sameAs, "a")
            try expectEqual(people(board), ["a": 3])
            for other in ["a", "b", "d"] {
                try expectFailure(.mergeWithItself) {
                    try board.setDuplicate("a", to: Identifier(other), by: developer, at: moment)
                }
            }
            try expectEqual(board.setDuplicate("c", to: nil, by: developer, at: moment).sameAs, nil)
            try expectEqual(people(board), ["a": 3, "c": 1])
            // The original is deleted, so each duplicate counts by itself again.
            _ = try board.forget(Person.mina.actor)
            try expectEqual(people(board), ["b": 1, "c": 1, "d": 1])
            try expectEqual(board.setDuplicate("d", to: "b", by: developer, at: moment).sameAs, "b")
        },
        .init("duplicates exist only within one app, and only developers set them") { board in
            for (number, app) in ["one", "two"].enumerated() {
                let report = Person.mina.feedback("f\(number)", "x", app: app)
                _ = try board.receive(posting(.feedback(report), number + 1), from: Person.mina.actor)
            }
            try expectFailure(.feedbackOfOtherApp) { try board.setDuplicate("f0", to: "f1", by: developer, at: moment) }
            try expectFailure(.feedbackNotFound) { try board.setDuplicate("f0", to: "x", by: developer, at: moment) }
            try expectFailure(.feedbackNotFound) { try board.setDuplicate("x", to: "f0", by: developer, at: moment) }
            try expectFailure(.notAllowed) { try board.setDuplicate("f0", to: "f1", by: Person.mina.actor, at: moment) }
        },
        .init("severity and stage are visible to developers alone, and a fix has its day") {
            board in
            _ = try board.receive(
                posting(.feedback(Person.mina.feedback("f", "It breaks")), 1), from: Person.mina.actor)
            _ = try board.change("f", .feedbackTriage, by: developer, at: moment) { (one: inout Feedback) in
                (one.severity, one.stage) = (.high, .validate)
            }
            let tracked = try board.read { try $0.tracked() }
            try expectEqual(tracked.map(\.severity), [.high])
            try expectEqual(tracked.map(\.stage), [.validate])
            try expectEqual(tracked.map(\.resolvedOn), [nil])
            let own = try board.personalData(of: Person.mina.actor).feedback
            try expectEqual(own, [Person.mina.feedback("f", "It breaks")])
        },
        .init("a closing time stops votes, keeps existing ones, and can be removed") { board in
            _ = try board.receive(posting(.vote(item: "video"), 1), from: Person.mina.actor)
            // 1,000 million seconds are in the past for any clock, and 4,000 million in the future.
            for (second, isOver) in [(4_000_000_000.0, false), (1_000_000_000, true)] {
                try expectEqual(
                    close(board, at: Instant(milliseconds: Int64(second * 1000))).closesAt?.milliseconds,
                    Int64(second * 1000))
                guard isOver else {
                    _ = try board.receive(posting(.vote(item: "video"), 1), from: Person.zoe.actor)
                    continue
                }
                for submission in [Submission.vote(item: "video"), .unvote(item: "video")] {
                    try expectFailure(.votingOver) {
                        try board.receive(posting(submission, 2), from: Person.adam.actor)
                    }
                }
            }
            try expectEqual(votes(board, "video"), [2])
            try expectEqual(close(board, at: nil).closesAt, nil)
            try expectEqual(board.receive(posting(.vote(item: "video"), 3), from: Person.adam.actor), true)
            try expectEqual(votes(board, "video"), [3])
        },
        .init("a board lists the apps of its feedback and items, and counts people") { board in
            let report = Person.mina.feedback("f", "x", app: "grain")
            _ = try board.receive(posting(.feedback(report), 1), from: Person.mina.actor)
            let census = try board.read { try $0.participantCounts() }
            try expectEqual(census.apps.filter { $0 == "grain" }, ["grain"])
            try expectEqual(census.people, 1)
        },
    ]

    private static func people(_ board: any CommunityBoard) throws -> [String: Int] {
        let tracked = try board.read { try $0.tracked() }
        return Dictionary(tracked.map { ($0.id.rawValue, $0.people) }, uniquingKeysWith: +)
    }

    private static func close(_ board: any CommunityBoard, at instant: Instant?) throws -> RoadmapItem {
        try board.change("video", .roadmapItem, by: developer, at: moment) { (item: inout RoadmapItem) in
            item.closesAt = instant
        }
    }
}
