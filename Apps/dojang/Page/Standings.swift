import Kernel
import Learning
import Practice

extension StudyRoom {
    /// The days since one on which somebody practised, with what they did.
    func practised(since day: Day) throws -> [PracticeDay] { try log().days().filter { $0.day >= day } }

    /// How many answers they gave since a day, and on how many days.
    func practice(since day: Day) throws -> (answers: Int, days: Int) {
        let days = try practised(since: day)
        return (days.reduce(0) { $0 + $1.answers }, Set(days.map(\.day)).count)
    }

    /// Where they stand in one of four things: how well each part of it is known, or what is only noted of it.
    func standing(_ what: String) throws -> (levels: [(title: String, level: Int)], noted: [String]) {
        switch what {
        case "theory": (try pageLevels(), [])
        case "patterns": (try patternLevels(), [])
        case "attendance":
            ([], Set(try practised(since: environment.time.today().adding(days: -29)).map(\.day)).sorted().map(\.description))
        default:
            ([], try gradings().history().filter { $0.kind == .real }.map { "\($0.day), \($0.grade): \($0.result.rawValue)" })
        }
    }

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
