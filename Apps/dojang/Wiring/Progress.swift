import Composition
import Content
import Kernel
import Learning
import Lessons
import Practice
import Progress
import ProgressAdapters
import ProgressCommands

extension ProgressPlugin {
    /// Creates the record of the current user: practice from the practice log, and mastery from the
    /// lessons.
    static func dojang(_ environment: Environment, _ study: LearnerContext) -> some Plugin {
        ProgressPlugin(
            product: "TKDojang", record: { try TrackRecord(study.log(), circumstances: LearnerRecords(of: study)) },
            person: {
                let profile = try study.chosen()
                let belt = try? study.words().library().belts().belt(named: profile.belt)
                return Person(name: profile.name, belt: belt?.name ?? profile.belt, colors: belt?.fills ?? [])
            }, rasterizer: .machine(environment.programs),
            practiceCommands: [
                "drill", "grading", "linework", "pattern", "place", "set", "sparring", "study", "test", "theory",
                "train", "words",
            ], isChild: { try study.chosen().isChild })
    }
}

extension LearnerRecords {
    fileprivate init(of study: LearnerContext) {
        self.init(
            areas: { try study.wordAreas() + study.lessonAreas() },
            belt: {
                let flashcards = try study.flashcards()
                guard let next = flashcards.library.belts().belt(after: flashcards.learner.grade) else { return nil }
                return NextBelt(next.id, next.name, share: try flashcards.statistics().readiness, colors: next.fills)
            },
            goal: { try study.learner().dailyGoal },
            kinds: PracticeKind.all.map { SessionKind($0, word: $0.word, title: $0.title) },
            scheduler: { try study.flashcards().scheduler() })
    }
}

extension LearnerContext {
    /// The level in thousandths from which a pattern counts as mastered, as in Lessons.
    private static let mastered = 800

    fileprivate func wordAreas() throws -> [Area] {
        let flashcards = try flashcards()
        let belts = flashcards.library.belts()
        let (categories, grades) = try flashcards.wordStandings()
        return categories.map { Area(.words, $0.category.rawValue, $0.category.rawValue, $0.standing) }
            + grades.map { Area(.belts, $0.grade.id, belts.belt(of: $0.grade)?.name ?? $0.grade.id, $0.standing) }
    }

    fileprivate func lessonAreas() throws -> [Area] {
        let patterns = try patterns().masteries().filter(\.isOpen).map { standing in
            Area(
                .patterns, standing.heading.id, standing.heading.name, share: Double(standing.level) / 1000,
                met: standing.moves.count, of: standing.heading.count, isMastered: standing.level >= Self.mastered)
        }
        let lessons = try self.lessons()
        return patterns + (try lessons.sparringMasteries().compactMap { Area(.sparring, $0) })
            + (try lessons.lineStandings().compactMap { Area(.linework, $0) })
            + (try lessons.pageStandings().compactMap { Area(.theory, $0.mastery) })
    }
}

extension Area {
    fileprivate init(_ group: Group, _ id: String, _ title: String, _ words: WordMastery) {
        self.init(group, id, title, share: words.share, met: words.met, of: words.cards, isMastered: words.isMastered)
    }

    /// Creates the area of a lesson, or returns nil if the lesson is still closed. It records
    /// whether the lesson is begun, and the mastery of all its content.
    fileprivate init?(_ group: Group, _ lesson: LessonMastery) {
        guard lesson.isOpen else { return nil }
        self.init(
            group, lesson.id, lesson.name, share: Double(lesson.level) / 1000, met: lesson.answers == 0 ? 0 : 1, of: 1,
            isMastered: lesson.word == .mastered)
    }
}
