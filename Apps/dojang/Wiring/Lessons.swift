import Content
import ContentAdapters
import Kernel
import Learning
import Lessons
import Practice
import Profiles

extension LearnerContext {
    func patterns() throws -> PatternTraining {
        let profile = try chosen()
        return try PatternTraining(
            curriculum: devicePacks.curriculum(of: profile), learner: learner(profile), log: log(of: profile),
            newcomers: .fsrs,
            terms: { try words(of: profile).library().terms })
    }

    func lessons() throws -> LessonStudy { try lessons(of: chosen()) }

    func lessons(of profile: Profile) throws -> LessonStudy {
        let book = LessonIndex(devicePacks.curriculum(of: profile), terms: { try words(of: profile).library() })
        return try LessonStudy(book, learner: learner(profile), log: log(of: profile), newcomers: .fsrs)
    }

    /// Returns the mastery of each page of the user's own belt, 0…1000.
    func pageLevels() throws -> [(title: String, level: Int)] {
        let grade = try learner().grade
        return try lessons().pageStandings().filter { $0.topic.grade == grade }.map {
            ($0.topic.title, $0.mastery.level)
        }
    }

    /// Returns the mastery of each pattern of the user's own belt, 0…1000.
    func patternLevels() throws -> [(title: String, level: Int)] {
        let grade = try learner().grade
        return try patterns().masteries().filter { $0.heading.grade == grade && !$0.heading.isDrill }
            .map { ($0.heading.name, $0.level) }
    }
}
