import Dispatch
import Kernel
import KernelTesting
import Practice
import Synchronization

/// The contract of every `PracticeRepository`, on which the rules of `PracticeLog` depend.
package enum PracticeRepositoryContract {
    /// Returns the contract over empty repositories from a closure.
    package static func over(_ make: @escaping () throws -> any PracticeRepository) -> Contract<any PracticeRepository>
    {
        Contract("PracticeRepository", promises: storagePromises + runs + undoPromises + concurrencyPromises, make)
    }

    private typealias Promise = Contract<any PracticeRepository>.Promise

    private static let storagePromises: [Promise] = [
        .init("starts empty") { repository in
            let log = log(repository)
            try expectEqual(log.runs().count + log.days().count + log.memories(of: kind).count, 0)
            try expect(log.latestRun(besides: PracticeKind(rawValue: "")) == nil, "there is a run")
        },
        .init("an answer is saved, updates its memory and counts on its day") { repository in
            let log = log(repository)
            var run = try begin(log)
            try log.answer(.right, milliseconds: 1500, in: &run)
            let answer = run.answers[0]
            try expectEqual(log.answers(of: run.id), [answer])
            try expectEqual(answer.after, .schedule(Schedule(box: 2, due: Day(ordinal: 102))))
            try expectEqual(log.memories(of: kind).map(\.state), [MemoryState(after: answer)])
            try expectEqual(log.memory(of: answer.target)?.latest, answer.id)
            try expectEqual(log.days().map { [$0.answers, $0.right, $0.milliseconds] }, [[1, 1, 1500]])
        },
        .init("an answer sent twice is saved once") { repository in
            let log = log(repository, ids: IDSource { "1" })
            var run = try begin(log)
            try log.answer(.right, milliseconds: 1, in: &run)
            let state = try snapshot(log)
            try log.answer(.wrong, milliseconds: 1, in: &run)
            try expectEqual(snapshot(log), state)
            try expectEqual(log.answers(of: run.id).count, 1)
        },
        .init("an answer to a missing run is refused, and nothing is saved") { repository in
            let log = log(repository)
            var run = try begin(log)
            try repository.write(undo: nil) { try $0.remove(run.id) }
            try expectFailure(.sessionNotFound) { try log.answer(.right, milliseconds: 1, in: &run) }
            try expectFailure(.sessionNotFound) { try log.pause(&run) }
            try expectEqual(log.days().count + log.memories(of: kind).count + log.answers(of: run.id).count, 0)
        },
        .init("days are counted by run, earliest first") { repository in
            let early = log(repository, day: 100, ids: .counting(prefix: "b"))
            let late = log(repository, day: 101)
            var runs = [try begin(late), try begin(early)]
            try late.answer(.right, milliseconds: 1, in: &runs[0])
            for mark in [Mark.right, .wrong] { try early.answer(mark, milliseconds: 1, in: &runs[1]) }
            try late.answer(.right, milliseconds: 1, in: &runs[1])
            try expectEqual(
                late.days().map { "\($0.day.ordinal) \($0.answers) \($0.right)" }, ["100 2 1", "101 1 1", "101 1 1"])
        },
        .init("a failed unit of work changes nothing") { repository in
            let log = log(repository)
            let run = try begin(log)
            try expectFailure(.nothingLeft) {
                try repository.write(undo: "No") { records in
                    try records.remove(run.id)
                    throw Failure(.nothingLeft, "No.")
                }
            }
            try expectEqual(log.runs(), [run.log])
        },
    ]

    private static let runs: [Promise] = [
        .init("runs and subjects with a common prefix stay separate") { repository in
            for (id, subject) in [("p", "chess"), ("p1", "chess-2"), ("p12", "chess")] {
                let log = log(repository, second: Int64(id.count), ids: IDs(id).source)
                var run = try begin(log, subject: subject)
                try log.answer(.right, milliseconds: 1, in: &run)
            }
            let log = log(repository)
            try expectEqual(
                ["p", "p1", "p12"].map { try log.answers(of: Identifier($0)).map(\.id.rawValue) },
                [["p'"], ["p1'"], ["p12'"]])
            try expectEqual(log.memories(of: kind, subject: "chess").map(\.state.answers), [2])
            try expectEqual(log.memories(of: kind).count, 2)
            try expectEqual(log.memories(of: PracticeKind(rawValue: "dri")).count, 0)
            try expectEqual(log.runs(latest: 2).map(\.id), ["p1", "p12"])
            try expectEqual(log.latestRun(of: kind, "quiz")?.id, "p12")
            try expectEqual(log.latestRun(of: kind, "quiz", subject: "chess-2")?.id, "p1")
            try expectEqual(log.latestRun(of: kind, "qui")?.id, nil)
            try expectEqual(log.latestRun(besides: kind)?.id, nil)
            try expectEqual(log.latestRun(besides: PracticeKind(rawValue: "other"))?.place, 1)
        },
        .init("each kind and activity appears once, however many runs it has") { repository in
            let log = log(repository)
            for _ in 0..<3 { _ = try begin(log) }
            try expectEqual(
                repository.read { try $0.activities() }.map { [$0.kind.rawValue, $0.activity] }, [["drill", "quiz"]])
        },
        .init("finished runs are counted by kind, activity and result") { repository in
            let log = log(repository)
            for passed in [nil, true, true, false] {
                var run = try begin(log)
                try log.close(&run, .init(share: 900, isPassed: passed))
            }
            _ = try begin(log)
            let expected = [(nil, 1), (true, 2), (false, 1)].map {
                FinishedRuns(kind, "quiz", isPassed: $0.0, count: $0.1)
            }
            try expectEqual(Set(log.finishedRunCounts()), Set(expected))
        },
    ]

    private static let undoPromises: [Promise] = [
        .init("undo restores the exact state before the answers") { repository in
            let log = log(repository)
            var run = try begin(log)
            var states = [[String]]()
            for mark in [Mark.right, .wrong, .right] {
                states.append(try snapshot(log))
                try log.answer(mark, milliseconds: 1, in: &run)
            }
            for state in states.reversed() {
                try log.undoAnswer(in: &run)
                try expectEqual(snapshot(log), state)
            }
            try expectEqual(log.answers(of: run.id).count, 0)
        },
        .init("undo keeps an answer whose target has a newer one") { repository in
            let log = log(repository)
            var runs = [try begin(log), try begin(log)]
            for place in runs.indices { try log.answer(.right, milliseconds: 1, in: &runs[place]) }
            let state = try snapshot(log)
            try expectFailure(.answeredSince) { try log.undoAnswer(in: &runs[0]) }
            try expectEqual(snapshot(log), state)
        },
    ]

    private static let concurrencyPromises: [Promise] = [
        .init("two concurrent runs keep every answer, each based on the other") { repository in
            let log = log(repository)
            let runs = [try begin(log, items: 25), try begin(log, items: 25)]
            let failures = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 2) { thread in
                var run = runs[thread]
                for turn in 0..<25 {
                    do {
                        try log.answer(turn % 5 == 0 ? .wrong : .right, milliseconds: 1, in: &run)
                    } catch {
                        failures.withLock { $0.append("\(error)") }
                    }
                }
            }
            try expectEqual(failures.withLock { $0 }, [])
            try expectEqual(log.days().map(\.answers), [25, 25])
            try expectEqual(log.memories(of: kind).map { [$0.state.answers, $0.state.right] }, [[50, 40]])
            let before = try Set(runs.flatMap { try log.answers(of: $0.id) }.map { $0.before?.latest.rawValue ?? "" })
            try expectEqual(before.count, 50, "answers that another builds upon")
        }
    ]

    // MARK: -

    private static let kind = PracticeKind(rawValue: "drill")

    /// Returns the memories, days and runs of a log as text, for comparison.
    private static func snapshot(_ log: PracticeLog) throws -> [String] {
        try ["\(log.memories(of: kind))", "\(log.days())", "\(log.runs())"]
    }

    private static func log(
        _ repository: any PracticeRepository, day: Int = 100, second: Int64 = 0, ids: IDSource = .counting()
    ) -> PracticeLog {
        let instant = Instant(milliseconds: Int64(day) * 86_400_000 + second * 1000)
        return PracticeLog(repository: repository, time: .fixed(instant), ids: ids, random: RandomSource(seed: 1))
    }

    private static func begin(_ log: PracticeLog, subject: String = "chess", items: Int = 3) throws -> Run<Drill> {
        try log.begin(
            Drill(), subject: subject, items: Array(repeating: "1", count: items), settings: NoSettings(), seed: 1)
    }

    /// A generator of identifiers for one run and its answer.
    private final class IDs: Sendable {
        private let next: Mutex<String>
        init(_ first: String) { next = Mutex(first) }
        var source: IDSource {
            IDSource { [self] in
                next.withLock { name in
                    defer { name += "'" }
                    return name
                }
            }
        }
    }

    /// An exercise in which every item has the same target and every mark is accepted.
    private struct Drill: Exercise {
        typealias Item = String
        typealias Settings = NoSettings

        var kind: PracticeKind { PracticeRepositoryContract.kind }
        var activity: String { "quiz" }

        func memory(in run: Run<Self>) -> MemoryRule { .schedule(LeitnerScheduler.standard) }
        func target(of item: String, in run: Run<Self>) -> (target: Target, question: String) {
            (Target(kind, run.subject, item), "")
        }
        func task(for item: String, in run: Run<Self>) -> String? { item }
        func judge(_ mark: Mark, to task: String, in run: Run<Self>) -> Mark { mark }
        func label(of mark: Mark, to item: String, in run: Run<Self>) -> String { "Answered" }
        func undoLabel(_ answer: Answer, in run: Run<Self>) -> String { "Took back" }
    }
}

extension Mark {
    fileprivate static let right = Mark(.recalled, .good)
    fileprivate static let wrong = Mark(.recalled, .again)
}
