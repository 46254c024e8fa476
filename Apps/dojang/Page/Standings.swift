import Kernel
import Learning
import Practice

extension StudyRoom {
    /// The days since one on which somebody practised, with what they did.
    func practised(since day: Day) throws -> [PracticeDay] { try log().days().filter { $0.day >= day } }

    /// How well each page of their own belt is known, 0…1000.
    func pageLevels() throws -> [(title: String, level: Int)] {
        let grade = try learner().grade
        return try lessons().pageStandings().filter { $0.topic.grade == grade }.map { ($0.topic.title, $0.standing.level) }
    }

    /// How well each pattern of their own belt is known, 0…1000.
    func patternLevels() throws -> [(title: String, level: Int)] {
        let grade = try learner().grade
        return try patterns().standings().filter { $0.heading.grade == grade && !$0.heading.isDrill }
            .map { ($0.heading.name, $0.level) }
    }
}
