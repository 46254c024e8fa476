import Content
import Kernel
import Learning
import Practice
import Synchronization

/// A learner with content of three grades and a clock that a test moves.
package final class StudyFixture: Sendable {
    package let store: any Store
    package let library: Library
    package let ids: IDSource
    private let moment: Mutex<Instant>
    private let calendar: LocalCalendar

    /// The time at which a fixture begins, unless a test states another.
    package static let start = "2026-11-20T18:00:00Z"

    package init(
        store: any Store, library: Library = StudyFixture.library, at text: String = StudyFixture.start,
        zone: String = "UTC", ids prefix: String = "a"
    ) {
        ids = .counting(prefix: prefix)
        self.store = store
        self.library = library
        moment = Mutex(Instant(text) ?? .earliest)
        calendar = TimeZone(identifier: zone).map(LocalCalendar.init(timeZone:)) ?? .utc
    }

    /// Returns a log over the fixture's store and clock.
    package func log(
        seed: UInt64 = 1, over repository: (any PracticeRepository)? = nil, owner: RunOwner = .unknown
    ) -> PracticeLog {
        PracticeLog(
            repository: repository ?? StoredPracticeRepository(store), time: time, ids: ids,
            random: RandomSource(seed: seed), owner: owner)
    }

    /// Returns every answer of every run, oldest run first.
    package func answers() throws -> [Answer] { try log().runs().flatMap { try log().answers(of: $0.id) } }

    /// Returns the flashcards of a learner who by default meets many words a day without seeing
    /// them first.
    package func flashcards(
        _ grade: String = "9k", _ mode: LearningMode = .progression, seed: UInt64 = 1,
        over repository: (any PracticeRepository)? = nil,
        settings: StudySettings = StudySettings(newADay: 50, showsNew: false)
    ) throws -> Flashcards {
        Flashcards(
            library: library, learner: Learner(grade: try StudyFixture.grade(grade), mode: mode),
            log: log(seed: seed, over: repository), settings: settings)
    }

    package var time: TimeSource { TimeSource(calendar: calendar) { self.moment.withLock { $0 } } }

    /// Sets the clock to a time in ISO 8601.
    package func move(to text: String) { moment.withLock { $0 = Instant(text) ?? $0 } }

    /// Moves the clock forward.
    package func wait(seconds: Double) { moment.withLock { $0 = $0.adding(seconds: seconds) } }

    /// Moves the clock forward by whole days.
    package func sleep(days: Int) { wait(seconds: Double(days) * 86_400) }

    package static func grade(_ text: String) throws -> Grade {
        guard let grade = Grade(id: text) else { throw Failure(.init("noGrade"), "“\(text)” is no grade.") }
        return grade
    }

    /// 10k, 9k and 8k with thirty terms each in three categories, and two terms of one hangul.
    package static let library: Library = {
        var pack = ContentPack(id: "test", name: "Test")
        let grades = ["10k", "9k", "8k"].compactMap { Grade(id: $0) }
        pack.belts = BeltOrder(
            grades.map { Belt(grade: $0, name: "\($0.number)th keup", belt: "white", colors: ["white"]) })
        for (place, grade) in grades.enumerated() {
            for number in 0..<30 { pack.terms.append(term(place * 30 + number, grade)) }
        }
        if let first = grades.first {
            pack.terms.append(contentsOf: [
                Term(
                    id: "walking-stance", grade: first, category: stances, english: "Walking stance", hangul: "걷는 서기",
                    romanization: "gunnun sogi"),
                Term(
                    id: "sitting-stance", grade: first, category: stances, english: "Sitting stance",
                    hangul: "앉는 서기",
                    romanization: "annun sogi"),
                Term(
                    id: "straddle-stance", grade: first, category: stances, english: "Straddle stance", hangul: "앉는 서기",
                    romanization: "annun sogi"),
            ])
        }
        return Library([pack])
    }()

    package static let stances = Content.Category(rawValue: "stances")

    /// Three terms whose order only their difficulty decides.
    package static let threeTerms: Library = {
        var pack = ContentPack(id: "test", name: "Test")
        guard let grade = Grade(id: "10k") else { return Library([]) }
        pack.belts = BeltOrder([Belt(grade: grade, name: "10th keup", belt: "white", colors: ["white"])])
        let words = [
            ("walking", "Walking stance", "걷는 서기", "gunnun sogi", ["걷는", "서기"]),
            ("kick", "Front kick", "앞차기", "", ["앞차기"]),
            ("block", "Block", "막기", "makgi", []),
        ]
        pack.terms = words.enumerated().map { place, word in
            var term = Term(
                id: word.0, grade: grade, category: StudyFixture.stances, english: word.1, hangul: word.2,
                romanization: word.3)
            (term.difficulty, term.morphemes, term.note) = (
                place + 1, word.4, place == 0 ? "The first that is learned." : ""
            )
            return term
        }
        pack.morphemes = [
            Morpheme(hangul: "걷는", romanization: "gunnun", meaning: "walking", category: .action),
            Morpheme(hangul: "서기", romanization: "sogi", meaning: "standing", category: .stance),
        ]
        return Library([pack])
    }()

    /// Returns an invented term, which differs from all others in every spelling.
    private static func term(_ number: Int, _ grade: Grade) -> Term {
        let syllables = ["ba", "co", "du", "fe", "gi", "ha", "lo", "mu", "ne", "pi"]
        let word = "\(syllables[number / 10])r\(syllables[number % 10])nt\(syllables[(number * 7) % 10])"
        let hangul = String(
            String.UnicodeScalarView([0xAC00 + number * 97, 0xB098 + number * 31].compactMap(Unicode.Scalar.init)))
        let category = ["stances", "kicks", "blocks"][number % 3]
        var term = Term(
            id: "t\(number)", grade: grade, category: Content.Category(rawValue: category), english: word,
            hangul: hangul, romanization: "\(word)yo")
        term.difficulty = number % 5 + 1
        return term
    }
}

extension Run<CardExercise> {
    /// The cards that are asked, each once.
    package var asked: [Card] { items.filter { $0.step == .ask }.map(\.card) }
}

extension Flashcards {
    /// Returns the current question, or nil if none is left.
    package func question(in run: Run<CardExercise>) throws -> Question? {
        var run = run
        return try log.task(in: &run)
    }

    /// Answers or skips all cards left at random, and finishes the session.
    package func play(
        _ initialRun: Run<CardExercise>, _ random: inout RandomSource, each: () -> Void = {}
    ) throws -> StudyResults {
        var run = initialRun
        while !run.isDone {
            each()
            guard run.item?.step != .show else { try log.skip(in: &run); continue }
            switch Int.random(in: 0..<10, using: &random) {
            case 0: try log.skip(in: &run)
            case 1 where !run.answers.isEmpty: try log.undoAnswer(in: &run)
            default:
                let rating = Rating.allCases.randomElement(using: &random) ?? .good
                try log.answer(.rated(rating), milliseconds: Int.random(in: -5...90_000, using: &random), in: &run)
            }
        }
        try log.finish(&run)
        return try results(of: run)
    }
}
