import Dispatch
import Kernel
import KernelContract
import Learning
import Synchronization

/// What every `StudyRepository` must keep of practice that is not flashcards.
enum PracticePromises {
    typealias Promise = Contract<any StudyRepository>.Promise

    static let all: [Promise] = [
        .init("keeps a practice answer, moves its item, and adds it to its day") { repository in
            try repository.begin(session("p"))
            let answer = try keep("1", "p", place: 1, milliseconds: 1500, in: repository)
            try expectEqual(repository.practiceAnswers(in: answer.session), [answer])
            try expectEqual(repository.mastery(of: .patterns, subject: "chon-ji").map(\.standing.level), [334])
            try expectEqual(answer.next, 1)
            let day = StudyDay(
                day: Day(ordinal: 100), session: "p", kind: .patterns, subject: "chon-ji", answers: 1, right: 1,
                milliseconds: 1500)
            try expectEqual(repository.days(), [day])
        },
        .init("keeps a practice answer once, however often it is given") { repository in
            try repository.begin(session("p"))
            let first = try keep("1", "p", in: repository)
            let (mastery, days) = try (repository.mastery(of: .patterns, subject: nil), repository.days())
            try expectEqual(keep("1", "p", right: 0, in: repository), first)
            try expectEqual(repository.mastery(of: .patterns, subject: nil), mastery)
            try expectEqual(repository.days(), days)
            try expectEqual(repository.practiceAnswers(in: "p").count, 1)
        },
        .init("refuses a practice answer to a session that is not there, and keeps nothing") { repository in
            try expectFailure(.sessionNotFound) { try keep("1", "nowhere", in: repository) }
            try expectFailure(.sessionNotFound) { try repository.practice("nowhere") }
            try expectFailure(.sessionNotFound) { try repository.change(practice: "nowhere") { _ in } }
            try expectEqual(repository.mastery(of: .patterns, subject: nil).count + repository.days().count, 0)
        },
        .init("tells subjects and sessions apart whose names begin alike") { repository in
            for name in ["p", "p1"] { try repository.begin(session(name)) }
            _ = try keep("1", "p1", subject: "chon-ji", in: repository)
            _ = try keep("2", "p", subject: "chon-ji-2", in: repository)
            try expectEqual(repository.practiceAnswers(in: "p").map(\.id), ["2"])
            try expectEqual(repository.mastery(of: .patterns, subject: "chon-ji").map(\.latest), ["1"])
            try expectEqual(repository.mastery(of: .patterns, subject: nil).count, 2)
            try expectEqual(repository.mastery(of: .sparring, subject: nil).count, 0)
            try expectEqual(repository.practices(latest: 1).map(\.id), ["p1"])
        },
        .init("holds a session's place within its items, and keeps what changes in one") { repository in
            try repository.begin(session("p"))
            try expectEqual(repository.change(practice: "p") { $0.place = 99 }.place, 3)
            try expectEqual(repository.change(practice: "p") { $0.place = -1 }.place, 0)
            let ended = try repository.change(practice: "p") { $0.outcome = .init(share: 900, isPassed: true) }
            try expectEqual(repository.practices(latest: nil), [ended])
        },
        .init("counts the sessions that were finished, by what they were and came to") { repository in
            for (name, passed) in [("a", nil), ("b", true), ("c", true), ("d", false), ("e", nil)]
                as [(Identifier<PracticeSession>, Bool?)]
            {
                try repository.begin(session(name.rawValue))
                guard name != "e" else { continue }
                try repository.change(practice: name) {
                    ($0.endedAt, $0.outcome) = (Instant(milliseconds: 1), .init(share: 900, isPassed: passed))
                }
            }
            let like = session("e")
            let expected = [(nil, 1), (true, 2), (false, 1)].map {
                FinishedPractices(like.kind, like.activity, isPassed: $0.0, count: $0.1)
            }
            try expectEqual(Set(repository.finished()), Set(expected))
        },
        .init("takes practice answers back to the very state before them") { repository in
            try repository.begin(session("p"))
            var states: [([Mastery], [StudyDay], PracticeSession)] = []
            for (turn, right) in [2, 0, 1].enumerated() {
                states.append(try state(of: repository))
                _ = try keep("\(turn)", "p", turn: turn, right: right, place: turn + 1, in: repository)
            }
            for turn in [2, 1, 0] {
                try repository.takeBack(practice: Identifier("\(turn)"), label: "Took back")
                let now = try state(of: repository)
                try expectEqual(now.0, states[turn].0)
                try expectEqual(now.1, states[turn].1)
                try expectEqual(now.2, states[turn].2)
            }
            try expectFailure(.answerNotFound) { try repository.takeBack(practice: "0", label: "Took back") }
        },
        .init("does not take back a practice answer whose item was answered since") { repository in
            for name in ["a", "b"] { try repository.begin(session(name)) }
            _ = try keep("1", "a", in: repository)
            _ = try keep("2", "b", in: repository)
            let mastery = try repository.mastery(of: .patterns, subject: nil)
            try expectFailure(.answeredSince) { try repository.takeBack(practice: "1", label: "Took back") }
            try expectEqual(repository.mastery(of: .patterns, subject: nil), mastery)
            try expectEqual(repository.days().map(\.answers), [1, 1])
        },
        .init("keeps every practice answer of two sessions at once, each upon the other") { repository in
            for name in ["0", "1"] { try repository.begin(session(name)) }
            let failures = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 2) { thread in
                for turn in 0..<25 {
                    do {
                        _ = try keep("\(thread)-\(turn)", "\(thread)", turn: turn, right: turn % 5 == 0 ? 0 : 2, in: repository)
                    } catch {
                        failures.withLock { $0.append("\(error)") }
                    }
                }
            }
            try expectEqual(failures.withLock { $0 }, [])
            try expectEqual(repository.days().map(\.answers), [25, 25])
            try expectEqual(repository.mastery(of: .patterns, subject: nil).map(\.standing.answers), [50])
            try expectEqual(repository.mastery(of: .patterns, subject: nil).map(\.standing.right), [40])
        },
    ]

    private static func state(of repository: any StudyRepository) throws -> ([Mastery], [StudyDay], PracticeSession) {
        (try repository.mastery(of: .patterns, subject: nil), try repository.days(), try repository.practice("p"))
    }

    private static func session(_ name: String) -> PracticeSession {
        PracticeSession(
            id: Identifier(name), kind: .patterns, subject: "chon-ji", activity: "test",
            startedAt: Instant(milliseconds: Int64(name.count)), items: ["1", "2", "3"], seed: 1)
    }

    @discardableResult
    private static func keep(
        _ id: String, _ session: String, subject: String = "chon-ji", turn: Int = 0, right: Int = 2, place: Int = 1,
        milliseconds: Int = 1000, in repository: any StudyRepository
    ) throws -> PracticeAnswer {
        let given = GivenPractice(
            id: Identifier(id), session: Identifier(session), item: Mastery.Item(.patterns, subject, "1"), turn: turn,
            moment: StudyMoment(day: Day(ordinal: 100), instant: Instant(milliseconds: 8_640_000_000 + Int64(turn))),
            evidence: .recalled, parts: [.init("foot", isRight: right > 0), .init("stance", isRight: right > 1)],
            milliseconds: milliseconds)
        return try repository.keep(given, place: place, label: "Answered")
    }
}
