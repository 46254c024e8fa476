import Content
import Foundation
import Kernel
import Learning
import Practice
import Storage
import TestBench

/// A learner with content of three grades and a clock that a test moves.
final class Fixture: Sendable {
    let store: any Store
    let library: Library
    private let clock: HandClock
    let ids: IDSource
    private let calendar: LocalCalendar

    init(
        store: any Store = MemoryStore().scoped(to: Partition(rawValue: "learner")), library: Library = Fixture.library,
        at text: String = "2026-11-20T18:00:00Z", zone: String = "UTC", ids prefix: String = "a"
    ) {
        ids = .counting(prefix: prefix)
        (self.store, self.library) = (store, library)
        clock = HandClock(text)
        calendar = TimeZone(identifier: zone).map(LocalCalendar.init(timeZone:)) ?? .utc
    }

    func log(
        seed: UInt64 = 1, over repository: (any PracticeRepository)? = nil, presence: Presence = .unknown
    ) -> PracticeLog {
        PracticeLog(
            repository: repository ?? StoredPracticeRepository(store), time: time, ids: ids, random: RandomSource(seed: seed),
            presence: presence)
    }

    /// Every answer of every run, oldest run first.
    func answers() throws -> [Answer] { try log().runs().flatMap { try log().answers(of: $0.id) } }

    /// As the learner has settled it; unless said otherwise they meet many words a day and are asked at once.
    func flashcards(
        _ grade: String = "9k", _ mode: LearningMode = .progression, seed: UInt64 = 1,
        over repository: (any PracticeRepository)? = nil, settings: StudySettings = StudySettings(newADay: 50, showsNew: false)
    ) throws -> Flashcards {
        Flashcards(
            library: library, learner: Learner(grade: try Fixture.grade(grade), mode: mode),
            log: log(seed: seed, over: repository), settings: settings)
    }

    var time: TimeSource { clock.source(calendar) }

    func move(to text: String) { clock.set(text) }
    func wait(seconds: Double) { clock.advance(seconds: seconds) }
    func sleep(days: Int) { clock.advance(days: Double(days)) }

    static func grade(_ text: String) throws -> Grade {
        guard let grade = Grade(id: text) else { throw Failure(.init("noGrade"), "“\(text)” is no grade.") }
        return grade
    }

    /// 10k, 9k and 8k with thirty terms each, in three categories; and two terms of one hangul.
    static let library: Library = {
        var pack = ContentPack(id: "test", name: "Test")
        let grades = ["10k", "9k", "8k"].compactMap { Grade(id: $0) }
        pack.belts = BeltOrder(grades.map { Belt(grade: $0, name: "\($0.number)th keup", belt: "white", colours: ["white"]) })
        for (place, grade) in grades.enumerated() {
            for number in 0..<30 { pack.terms.append(term(place * 30 + number, grade)) }
        }
        if let first = grades.first {
            pack.terms.append(contentsOf: [
                Term(
                    id: "walking-stance", grade: first, category: stances, english: "Walking stance", hangul: "걷는 서기",
                    romanization: "gunnun sogi"),
                Term(
                    id: "sitting-stance", grade: first, category: stances, english: "Run<CardExercise> stance", hangul: "앉는 서기",
                    romanization: "annun sogi"),
                Term(
                    id: "straddle-stance", grade: first, category: stances, english: "Straddle stance", hangul: "앉는 서기",
                    romanization: "annun sogi"),
            ])
        }
        return Library([pack])
    }()

    static let stances = Content.Category(rawValue: "stances")

    private static func term(_ number: Int, _ grade: Grade) -> Term {
        let syllables = ["ba", "co", "du", "fe", "gi", "ha", "lo", "mu", "ne", "pi"]
        let word = "\(syllables[number / 10])r\(syllables[number % 10])nt\(syllables[(number * 7) % 10])"
        let hangul = String(
            String.UnicodeScalarView([0xAC00 + number * 97, 0xB098 + number * 31].compactMap(Unicode.Scalar.init)))
        let category = ["stances", "kicks", "blocks"][number % 3]
        var term = Term(
            id: "t\(number)", grade: grade, category: Content.Category(rawValue: category), english: word, hangul: hangul,
            romanization: "\(word)yo")
        term.difficulty = number % 5 + 1
        return term
    }
}

extension Run<CardExercise> {
    /// The cards that are asked, each once.
    var asked: [Card] { items.filter { $0.step == .ask }.map(\.card) }
}

extension Flashcards {
    /// The card that is asked now; nil when none is left.
    func question(in run: Run<CardExercise>) throws -> Question? {
        var run = run
        return try log.task(in: &run)
    }

    /// Answers everything that is left as chance decides, skipping some; finishes.
    func play(_ begun: Run<CardExercise>, _ random: inout RandomSource, each: () -> Void = {}) throws -> StudyResults {
        var run = begun
        while !run.isDone {
            each()
            guard run.item?.step != .show else { try log.pass(in: &run); continue }
            switch Int.random(in: 0..<10, using: &random) {
            case 0: try log.pass(in: &run)
            case 1 where !run.answers.isEmpty: try log.takeBack(in: &run)
            default:
                let rating = Rating.allCases.randomElement(using: &random) ?? .good
                try log.answer(.rated(rating), milliseconds: Int.random(in: -5...90_000, using: &random), in: &run)
            }
        }
        try log.finish(&run)
        return try results(of: run)
    }
}
