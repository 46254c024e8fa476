import Kernel
import Learning
import Practice

/// Generated years of flashcard study in sessions of 25 answers, with runs, days and memories.
struct YearsOfStudy {
    private static let cards = 400
    let answers: Int

    /// Saves all records, with one transaction per session.
    func save(in store: any Store) throws {
        var known: [Target: MemoryState] = [:]
        for session in 0..<(answers + 24) / 25 {
            let turns = session * 25..<min(session * 25 + 25, answers)
            let run = Self.run(session, turns)
            var total = PracticeDay(day: Self.day(session), run: run.id, kind: run.kind)
            var answers: [Answer] = []
            for turn in turns {
                let answer = Self.answer(turn, at: turn - turns.lowerBound, in: run, known[Self.target(turn)])
                known[answer.target] = MemoryState(after: answer)
                total.answers += 1
                total.right += answer.isRight ? 1 : 0
                answers.append(answer)
            }
            try store.write { transaction in
                try transaction.put(run)
                try transaction.put(total)
                try transaction.put(contentsOf: answers)
            }
        }
        try store.write { try $0.put(contentsOf: known.map { ItemMemory($0.key, $0.value) }) }
    }

    private static func run(_ session: Int, _ turns: Range<Int>) -> LoggedRun {
        var run = LoggedRun(
            id: Identifier("s\(session)"), kind: .flashcards, subject: "", activity: "study",
            startedAt: instant(turns.lowerBound), items: turns.map { card(target($0)) },
            settings: .object([
                "cards": .integer(25), "directions": .string("both"), "mode": .string("learn"),
                "answering": .string("choose"), "onlyNew": .bool(false),
            ]), seed: session)
        run.place = turns.count
        run.after = Identifier("a\(turns.upperBound - 1)")
        run.endedAt = instant(turns.upperBound)
        return run
    }

    private static func answer(_ number: Int, at place: Int, in run: LoggedRun, _ before: MemoryState?) -> Answer {
        let rating: Rating = number % 7 == 0 ? .again : .good
        let day = day(number / 25)
        let box = rating == .again ? 1 : (before?.memory.schedule?.box ?? 1) + 1
        return Answer(
            id: Identifier("a\(number)"), run: run.id, target: target(number), question: "learn", turn: place,
            place: place, next: place + 1, at: Moment(day: day, instant: instant(number)),
            Mark(.recalled, rating), milliseconds: 1500, before: before,
            after: .schedule(Schedule(box: box, due: Day(ordinal: day.ordinal + box))))
    }

    private static func target(_ answer: Int) -> Target {
        let card = answer * 7919 % cards
        return Target(.flashcards, "term-\(card / 2)", card % 2 == 0 ? "ko-en" : "en-ko")
    }

    private static func card(_ target: Target) -> JSONValue {
        .object(["term": .string(target.subject), "direction": .string(target.part)])
    }

    private static func day(_ session: Int) -> Day { Day(ordinal: 7000 + session / 2) }

    private static func instant(_ answer: Int) -> Instant {
        Instant(milliseconds: 1_600_000_000_000 + Int64(answer) * 5000)
    }
}
