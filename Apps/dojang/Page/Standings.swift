import Content
import Kernel
import Learning
import Practice

extension StudyRoom {
    /// The days since one on which somebody practised, with what they did.
    func practised(since day: Day) throws -> [PracticeDay] { try log().days().filter { $0.day >= day } }

    /// How well each page of a grade is known, 0…1000.
    func pageLevels(of grade: Grade) throws -> [(title: String, level: Int)] {
        try lessons().pageStandings().filter { $0.topic.grade == grade }.map { ($0.topic.title, $0.standing.level) }
    }

    /// How well each pattern of a grade is known, 0…1000.
    func patternLevels(of grade: Grade) throws -> [(title: String, level: Int)] {
        try patterns().standings().filter { $0.heading.grade == grade && !$0.heading.isDrill }
            .map { ($0.heading.name, $0.level) }
    }
}
