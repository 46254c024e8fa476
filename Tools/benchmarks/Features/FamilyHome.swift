import Content
import ContentAdapters
import Foundation
import Kernel
import Learning
import Practice
import Profiles
import Storage

/// A data directory of `dojang` in which four people have studied every day for five years.
///
/// It has 300,000 answers, with the memory, the days and the runs that they produce. The records
/// are written directly, because one sync per answer would take an hour.
struct FamilyHome {
    /// The day after the last day of study.
    static let today = "2026-11-21"
    private static let people = ["Mina", "Joon", "Sora", "Hana"]
    private static let (days, answersADay) = (1826, 41)
    /// The number of last days with one extra answer, so that each person has 75,000.
    private static let spare = 134

    let directory: String

    func write() throws {
        let store = try FileStore(directory: directory, now: now)
        let library = try DevicePacks(folder: directory + "/packs").library()
        guard let last = Day(FamilyHome.today), let grade = Grade(.student, 1) else {
            throw BenchmarkError("there is no such day")
        }
        let grades = Grades(lowest: { grade.id }, parse: { $0 }, title: { $0 }, all: { [grade.id] })
        let family = Family(
            repository: StoredProfileRepository(store), grades: grades, theme: "classic", ids: .counting(prefix: "p"),
            time: .fixed(LocalCalendar.utc.instant(of: last.adding(days: -FamilyHome.days))))
        let targets = library.terms.filter { $0.grade <= grade && $0.hasKorean }.flatMap { term in
            ["ko-en", "en-ko"].map { Target(.flashcards, term.id, $0) }
        }
        for (number, name) in FamilyHome.people.enumerated() {
            let profile = try family.add(named: name)
            try FamilyHome.live(in: store.scoped(to: profile.partition), targets, until: last, seed: UInt64(number + 1))
        }
        try store.close()
    }

    private static func live(in store: any Store, _ targets: [Target], until last: Day, seed: UInt64) throws {
        var random = RandomSource(seed: seed)
        var known: [Target: MemoryState] = [:]
        let rule = MemoryRule.daily(FSRSScheduler(.standard))
        let settings = try JSONValue(JSONEncoder().encode(StudyConfiguration(cards: answersADay)))
        try store.write { try $0.put(StudySettings(scheduling: .fsrs)) }
        for first in stride(from: days, through: 1, by: -100) {
            try store.write { transaction in
                for ago in (max(1, first - 99)...first).reversed() {
                    let day = last.adding(days: -ago)
                    let chosen = targets.shuffled(using: &random).prefix(ago <= spare ? answersADay + 1 : answersADay)
                    let moment = Moment(day: day, instant: LocalCalendar.utc.instant(of: day, secondOfDay: 64_800))
                    let id = Identifier<LoggedRun>("\(seed)-\(day)")
                    var run = LoggedRun(
                        id: id, kind: .flashcards, subject: "", activity: "study", startedAt: moment.instant,
                        items: chosen.map { .object(["term": .string($0.subject), "direction": .string($0.part)]) },
                        settings: settings, seed: ago)
                    var sum = PracticeDay(day: day, run: id, kind: .flashcards)
                    var answers: [Answer] = []
                    for (place, target) in chosen.enumerated() {
                        let mark = Mark(.recalled, Int.random(in: 0..<10, using: &random) == 0 ? Rating.again : .good)
                        let before = known[target]
                        let answer = Answer(
                            id: Identifier("\(id.rawValue)-\(place)"), run: id, target: target, question: "learn",
                            turn: place,
                            place: place, next: place + 1, at: moment, mark, milliseconds: 4000, before: before,
                            after: rule.memory(after: mark, of: target, from: before?.memory, at: moment))
                        known[target] = MemoryState(after: answer)
                        answers.append(answer)
                        (sum.answers, sum.right) = (sum.answers + 1, sum.right + (mark.isRight ? 1 : 0))
                        sum.milliseconds += 4000
                        if before == nil { sum.new += 1 }
                    }
                    (run.place, run.after, run.endedAt) = (answers.count, answers.last?.id, moment.instant)
                    run.outcome = .init(share: sum.right * 1000 / max(1, sum.answers))
                    try transaction.put(contentsOf: answers)
                    try transaction.put(run)
                    try transaction.put(sum)
                }
            }
        }
        try store.write { transaction in
            try transaction.put(contentsOf: known.map { ItemMemory($0.key, $0.value) })
        }
    }
}
