import Content
import ContentAdapters
import Foundation
import Kernel
import Learning
import Practice
import Profiles
import Storage

/// A data directory of `dojang` with a year of study, made through the app's own services.
struct YearOfStudy {
    /// The day after the last day of study.
    static let today = "2026-11-21"
    private static let days = 365

    let directory: String

    func write() throws {
        let store = try FileStore(directory: directory, now: now)
        let library = try DevicePacks(folder: directory + "/packs").library()
        let grades = Grades(lowest: { "1k" }, parse: { $0 }, title: { $0 }, all: { ["1k"] })
        let last = Day(YearOfStudy.today) ?? Day(ordinal: 0)
        let family = Family(
            repository: StoredProfileRepository(store), grades: grades, theme: "classic",
            ids: .counting(prefix: "p"),
            time: .fixed(LocalCalendar.utc.instant(of: last.adding(days: -YearOfStudy.days))))
        let repository = StoredPracticeRepository(store.scoped(to: try family.active().partition))
        guard let grade = Grade(.student, 1) else { return }
        let ids = IDSource.counting(prefix: "s")
        var random = RandomSource(seed: 1)
        for day in (1...YearOfStudy.days).map({ last.adding(days: -$0) }).reversed() {
            let moment = LocalCalendar.utc.instant(of: day, secondOfDay: 64_800)
            let log = PracticeLog(repository: repository, time: .fixed(moment), ids: ids, random: random)
            let flashcards = Flashcards(library: library, learner: Learner(grade: grade, mode: .mastery), log: log)
            guard var run = try? flashcards.begin(StudyConfiguration(cards: 30)) else { continue }
            while let item = run.item {
                guard item.step != .show else { try log.skip(in: &run); continue }
                let rating: Rating = Int.random(in: 0..<10, using: &random) < 2 ? .again : .good
                try log.answer(.rated(rating), milliseconds: 4000, in: &run)
            }
            try log.finish(&run)
        }
        try store.close()
    }
}
