import Dispatch
import Kernel
import KernelContract
import Learning
import Synchronization

/// What every `StudyRepository` must keep.
public enum StudyRepositoryContract {
    /// The contract over repositories that a closure makes, each empty.
    public static func over(_ make: @escaping () throws -> any StudyRepository) -> Contract<any StudyRepository> {
        Contract("StudyRepository", promises: kept + takenBack + together + PracticePromises.all, make)
    }

    private typealias Promise = Contract<any StudyRepository>.Promise

    private static let kept: [Promise] = [
        .init("starts empty") { repository in
            try expectEqual(repository.progress().count + repository.days().count + repository.answers(latest: nil).count, 0)
            try expect(repository.latestSession() == nil, "there is a session")
        },
        .init("keeps an answer, moves its card and adds it to its day") { repository in
            try repository.begin(session("s"))
            let answer = try keep(given("1", "s", .good, milliseconds: 1500), in: repository)
            try expectEqual(answer.after, Schedule(box: 2, due: Day(ordinal: 102)))
            try expectEqual(repository.answers(latest: nil), [answer])
            try expectEqual(repository.progress().map(\.schedule), [answer.after])
            try expectEqual(repository.progress(of: card)?.latest, answer.id)
            try expectEqual(
                repository.days(), [StudyDay(day: Day(ordinal: 100), session: "s", answers: 1, right: 1, milliseconds: 1500)])
        },
        .init("keeps an answer once, however often it is given") { repository in
            try repository.begin(session("s"))
            let first = try keep(given("1", "s", .good), in: repository)
            let (progress, days) = try (repository.progress(), repository.days())
            try expectEqual(keep(given("1", "s", .again), in: repository), first)
            try expectEqual(repository.progress(), progress)
            try expectEqual(repository.days(), days)
            try expectEqual(repository.answers(latest: nil).count, 1)
        },
        .init("refuses an answer to a session that is not there, and keeps nothing") { repository in
            try expectFailure(.sessionNotFound) { try keep(given("1", "nowhere", .good), in: repository) }
            try expectEqual(repository.progress().count + repository.days().count + repository.answers(latest: nil).count, 0)
        },
        .init("gives a session its own answers, by time") { repository in
            for name in ["s", "s1", "s12"] { try repository.begin(session(name)) }
            for (turn, name) in ["s1", "s12", "s", "s1"].enumerated() {
                _ = try keep(given("\(9 - turn)", name, .good, second: turn), in: repository)
            }
            try expectEqual(repository.answers(in: "s1").map(\.id), ["9", "6"])
            try expectEqual(repository.answers(in: "s").map(\.id), ["7"])
            try expectEqual(repository.answers(latest: 3).map(\.id), ["8", "7", "6"])
        },
        .init("counts days by session, earliest first") { repository in
            for name in ["a", "b"] { try repository.begin(session(name)) }
            for (turn, (name, day)) in [("b", 101), ("a", 100), ("a", 101), ("a", 100)].enumerated() {
                _ = try keep(given("\(turn)", name, turn == 3 ? .again : .good, day: day, second: turn), in: repository)
            }
            try expectEqual(
                repository.days().map { "\($0.id) \($0.answers) \($0.right)" },
                [
                    "1970-04-11:a 2 1", "1970-04-12:a 1 1", "1970-04-12:b 1 1",
                ])
        },
        .init("knows the session that began last, and keeps what changes in one") { repository in
            try repository.begin(session("z", second: 1))
            try repository.begin(session("a", second: 2))
            let changed = try repository.change("a") { $0.skipped = [card] }
            try expectEqual(repository.latestSession(), changed)
            try expectEqual(changed.skipped, [card])
            try expectFailure(.sessionNotFound) { try repository.change("b") { _ in } }
        },
    ]

    private static let takenBack: [Promise] = [
        .init("takes answers back to the very state before them") { repository in
            try repository.begin(session("s"))
            var states: [([CardProgress], [StudyDay])] = []
            for (turn, rating) in [Rating.good, .again, .easy].enumerated() {
                states.append((try repository.progress(), try repository.days()))
                _ = try keep(given("\(turn)", "s", rating, second: turn), in: repository)
            }
            for turn in [2, 1, 0] {
                try repository.takeBack(Identifier("\(turn)"), label: "Took back")
                try expectEqual(repository.progress(), states[turn].0)
                try expectEqual(repository.days(), states[turn].1)
            }
            try expectEqual(repository.answers(latest: nil).count, 0)
            try expectFailure(.answerNotFound) { try repository.takeBack("0", label: "Took back") }
        },
        .init("does not take back an answer whose card was answered since") { repository in
            for name in ["a", "b"] { try repository.begin(session(name)) }
            _ = try keep(given("1", "a", .good), in: repository)
            _ = try keep(given("2", "b", .good, second: 1), in: repository)
            let progress = try repository.progress()
            try expectFailure(.answeredSince) { try repository.takeBack("1", label: "Took back") }
            try expectEqual(repository.progress(), progress)
            try expectEqual(repository.answers(latest: nil).count, 2)
        },
    ]

    private static let together: [Promise] = [
        .init("keeps every answer of two sessions at once, each upon the other") { repository in
            for name in ["0", "1"] { try repository.begin(session(name)) }
            let failures = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 2) { thread in
                for turn in 0..<25 {
                    do {
                        _ = try keep(
                            given("\(thread)-\(turn)", "\(thread)", turn % 5 == 0 ? .again : .good, second: turn), in: repository)
                    } catch {
                        failures.withLock { $0.append("\(error)") }
                    }
                }
            }
            try expectEqual(failures.withLock { $0 }, [])
            try expectEqual(repository.answers(latest: nil).count, 50)
            try expectEqual(repository.days().map(\.answers), [25, 25])
            try expectEqual(repository.progress(of: card)?.answers, 50)
            try expectEqual(repository.progress(of: card)?.misses, 10)
            let previous = Set(try repository.answers(latest: nil).map { $0.previous?.rawValue ?? "" })
            try expectEqual(previous.count, 50, "answers that another builds upon")
        }
    ]

    private static let card = Card(term: "walking-stance", direction: .koreanToEnglish)

    private static func session(_ name: String, second: Int = 0) -> StudySession {
        StudySession(
            id: Identifier(name), startedAt: Instant(milliseconds: Int64(second) * 1000), configuration: StudyConfiguration(),
            queue: [card],
            seed: 1)
    }

    private static func given(
        _ id: String, _ session: String, _ rating: Rating, day: Int = 100, second: Int = 0, milliseconds: Int = 1000
    ) -> GivenAnswer {
        let instant = Instant(milliseconds: Int64(day) * 86_400_000 + Int64(second) * 1000)
        return GivenAnswer(
            id: Identifier(id), session: Identifier(session), card: card, turn: second,
            moment: StudyMoment(day: Day(ordinal: day), instant: instant),
            rating: rating, milliseconds: milliseconds)
    }

    private static func keep(_ given: GivenAnswer, in repository: any StudyRepository) throws -> Answer {
        try repository.keep(given, scheduler: LeitnerScheduler.standard, label: "Answered")
    }
}
