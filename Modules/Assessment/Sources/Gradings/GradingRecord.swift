import Content
import Kernel
import Practice

/// A grading in the learner's history: a recorded real grading or a mock grading.
package struct Grading: Storable, Hashable {
    /// The kind of a grading.
    package enum Kind: String, Codable, CaseIterable, Sendable {
        case real
        case mock
    }

    /// The result of a grading.
    package enum Result: String, Codable, CaseIterable, Sendable {
        case pass
        /// A double promotion, which raises the belt one grade beyond the target.
        case double
        case fail
        /// Stopped before its end in favor of another. Only mock gradings have this result.
        case abandoned
    }

    /// The score of one section.
    package struct Points: Hashable, Codable, Sendable {
        package let section: GradingSection
        /// The points, 0…100.
        package let points: Int

        package init(_ section: GradingSection, _ points: Int) {
            self.section = section
            self.points = min(max(points, 0), 100)
        }
    }

    /// The maximum length of the name of an examiner or a place, in characters.
    package static let nameLimit = 80
    /// The longest note, in characters.
    package static let noteLimit = 500

    /// The identifier. A mock grading has the identifier of its session.
    package let id: Identifier<Grading>
    package let kind: Kind
    package let grade: Grade
    package let day: Day
    package let result: Result
    package var examiner: String?
    package var place: String?
    package var note: String?
    /// The total score, 0…100, or nil for a real grading.
    package var points: Int?
    /// The scores of the sections, or empty for a real grading.
    package var sections: [Points] = []
    /// The previous belt, or nil if the grading did not change the belt.
    package var movedFrom: Grade?
    /// The new belt, or nil if the grading did not change the belt.
    package var movedTo: Grade?

    package init(id: Identifier<Grading>, kind: Kind, grade: Grade, day: Day, result: Result) {
        self.id = id
        self.kind = kind
        self.grade = grade
        self.day = day
        self.result = result
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(Identifier<Grading>.self, forKey: .id)
        kind = try values.decode(Kind.self, forKey: .kind)
        grade = try values.decode(Grade.self, forKey: .grade)
        day = try values.decode(Day.self, forKey: .day)
        result = try values.decode(Result.self, forKey: .result)
        examiner = try values.decodeIfPresent(String.self, forKey: .examiner)
        place = try values.decodeIfPresent(String.self, forKey: .place)
        note = try values.decodeIfPresent(String.self, forKey: .note)
        points = try values.contains(.points) ? values.number(.points, within: 0...100) : nil
        sections = try values.decode([Points].self, forKey: .sections)
        movedFrom = try values.decodeIfPresent(Grade.self, forKey: .movedFrom)
        movedTo = try values.decodeIfPresent(Grade.self, forKey: .movedTo)
    }

    /// Returns the identifier of the mock grading of a run.
    static func id(of run: Identifier<LoggedRun>) -> Identifier<Grading> { Identifier(run.rawValue) }

    static let byDay = Index<Grading, IndexKey>.ordered("day") { IndexKey($0.day, $0.id) }
    package static let collection = RecordCollection<Grading>("learning.gradings", indexes: [byDay])
}
