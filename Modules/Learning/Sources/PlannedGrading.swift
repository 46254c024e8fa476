import Content
import Kernel

/// The grading that a learner prepares for: the target belt and the day. A learner has at most one.
package struct PlannedGrading: Storable, Hashable {
    package let grade: Grade
    package let day: Day
    /// The day on which the learner set the date.
    package let since: Day

    package init(grade: Grade, day: Day, since: Day) {
        self.grade = grade
        self.day = day
        self.since = since
    }

    /// The identifier of the only record.
    package static let only = Identifier<PlannedGrading>("grading")
    package var id: Identifier<PlannedGrading> { PlannedGrading.only }
    package static let collection = RecordCollection<PlannedGrading>("learning.planned", indexes: [])
}
