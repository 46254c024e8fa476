import Kernel

/// The line work of one grade: techniques and combinations performed up and down the hall.
package struct LineWork: Hashable, Identifiable, Sendable, Graded {
    /// A line of line work.
    package struct Exercise: Hashable, Sendable {
        /// The direction in which the line moves.
        package enum Direction: String, Sendable, CaseIterable {
            case onTheSpot = "on the spot"
            case forward
            case backward
            case both = "forward and backward"
            case alternating
        }

        package let way: Direction
        /// The techniques, in order.
        package let parts: [String]
        /// The uncertain details; may be empty.
        package let doubt: String
    }

    /// The grade's short form, because each grade has one entry.
    package let id: String
    package let grade: Grade
    /// The exercises in the order of a class.
    package let exercises: [Exercise]
    package let sources: [String]
}

extension Curriculum {
    /// Returns the line work of every grade, lowest first.
    package func lineWork() -> Reading<[LineWork]> { read("linework", Self.lineWork) { $0.grade < $1.grade } }

    /// Reads the line work of a grade; nil for an unknown grade.
    private static func lineWork(_ entry: inout EntryReader, _ id: String) -> LineWork? {
        guard let grade = Grade(id: id) else {
            entry.record(.unknownGrade, "id", "“\(Folding.printable(id))” is not a grade.", "Write it as 10k or 1d.")
            return nil
        }
        let exercises = entry.objects("exercises") { line -> LineWork.Exercise? in
            let way = line.choice("way", LineWork.Exercise.Direction.self, isRequired: true)
            let parts = line.texts("parts")
            let doubt = line.text("doubt", isRequired: false, limit: EntryReader.noteLimit)
            return way.map { LineWork.Exercise(way: $0, parts: parts, doubt: doubt) }
        }
        return LineWork(id: id, grade: grade, exercises: exercises, sources: entry.texts("sources"))
    }
}
