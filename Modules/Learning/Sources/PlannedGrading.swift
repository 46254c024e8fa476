import Content
import Kernel

/// The grading that somebody learns towards: for which belt, and on which day. There is one a learner, and none until they set it.
public struct PlannedGrading: Storable, Hashable {
    /// The belt that is graded for.
    public let grade: Grade
    /// When it will be held.
    public let day: Day
    /// On which day it was set.
    public let since: Day

    /// A grading ahead.
    public init(grade: Grade, day: Day, since: Day) { (self.grade, self.day, self.since) = (grade, day, since) }

    /// There is one a learner.
    public static let only = Identifier<PlannedGrading>("grading")
    /// The one.
    public var id: Identifier<PlannedGrading> { PlannedGrading.only }
    /// Where it is kept.
    public static let collection = RecordCollection<PlannedGrading>("learning.planned", indexes: [])
}
