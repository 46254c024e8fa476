import Content
import Kernel
import Practice

/// One grading in the history: a real one as the learner recorded it, or a mock one as it went.
public struct Grading: Storable, Hashable {
    /// Real, or practised.
    public enum Kind: String, Codable, CaseIterable, Sendable {
        /// Held by an examiner.
        case real
        /// Held here.
        case mock
    }

    /// What came of it.
    public enum Result: String, Codable, CaseIterable, Sendable {
        /// Passed.
        case pass
        /// Passed, and one grade skipped.
        case double
        /// Not passed.
        case fail
        /// Left for another before its end; mock gradings only.
        case abandoned
    }

    /// What one part came to.
    public struct Points: Hashable, Codable, Sendable {
        /// The part.
        public let section: GradingSection
        /// 0…100.
        public let points: Int

        /// A part's points; outside 0…100 they are moved to the nearest.
        public init(_ section: GradingSection, _ points: Int) {
            (self.section, self.points) = (section, min(max(points, 0), 100))
        }
    }

    /// The longest name of an examiner or a place, in characters.
    public static let nameLimit = 80
    /// The longest note, in characters.
    public static let noteLimit = 500

    /// Its identifier; a mock grading has that of its session.
    public let id: Identifier<Grading>
    /// Real or mock.
    public let kind: Kind
    /// The grade that was graded for.
    public let grade: Grade
    /// On which it was held.
    public let day: Day
    /// What came of it.
    public let result: Result
    /// Who examined.
    public var examiner: String?
    /// Where.
    public var place: String?
    /// A word about it.
    public var note: String?
    /// 0…100 over all; nil for a real one.
    public var points: Int?
    /// The parts; empty for a real one.
    public var sections: [Points] = []
    /// The belt before, where it moved the belt; nil where it did not.
    public var movedFrom: Grade?
    /// The belt after, where it moved the belt; nil where it did not.
    public var movedTo: Grade?

    /// A grading.
    public init(id: Identifier<Grading>, kind: Kind, grade: Grade, day: Day, result: Result) {
        (self.id, self.kind, self.grade, self.day, self.result) = (id, kind, grade, day, result)
    }

    /// Reads a grading; points that cannot be are damage.
    public init(from decoder: any Decoder) throws {
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

    /// The identifier of the mock grading that a run is.
    static func id(of run: Identifier<LoggedRun>) -> Identifier<Grading> { Identifier(run.rawValue) }

    static let byDay = Index<Grading, IndexKey>.ordered("day") { IndexKey($0.day, $0.id) }
    /// Where gradings are kept.
    public static let collection = RecordCollection<Grading>("learning.gradings", indexes: [byDay])
}
