import Kernel

/// The line work of one grade: techniques and combinations performed up and down the hall.
public struct LineWork: Hashable, Identifiable, Sendable, Graded {
    /// One line.
    public struct Exercise: Hashable, Sendable {
        /// How the line moves.
        public enum Way: String, Sendable, CaseIterable {
            /// Nobody leaves the place.
            case onTheSpot = "on the spot"
            /// Up the hall.
            case forward
            /// Down the hall, stepping back.
            case backward
            /// Up, and down again.
            case both = "forward and backward"
            /// Left and right by turns.
            case alternating
        }

        /// How.
        public let way: Way
        /// What is done, in order.
        public let parts: [String]
        /// What is not sure about it; may be empty.
        public let doubt: String
    }

    /// The grade's short form: there is one entry a grade.
    public let id: String
    /// Who drills it.
    public let grade: Grade
    /// In the order of a class.
    public let exercises: [Exercise]
    /// The sources it rests on.
    public let sources: [String]
}

extension Curriculum {
    /// The line work of every grade, lowest first.
    public func lineWork() -> Reading<[LineWork]> {
        read("linework", Self.lineWork) { $0.grade < $1.grade }
    }

    private static func lineWork(_ entry: inout EntryReader, _ id: String) -> LineWork? {
        guard let grade = Grade(id: id) else {
            entry.note(.unknownGrade, "id", "“\(Folding.shown(id))” is not a grade.", "Write it as 10k or 1d.")
            return nil
        }
        let exercises = entry.objects("exercises") { line -> LineWork.Exercise? in
            let way = line.choice("way", LineWork.Exercise.Way.self, isRequired: true)
            let parts = line.texts("parts")
            let doubt = line.text("doubt", isRequired: false, limit: EntryReader.noteLimit)
            return way.map { LineWork.Exercise(way: $0, parts: parts, doubt: doubt) }
        }
        return LineWork(id: id, grade: grade, exercises: exercises, sources: entry.texts("sources"))
    }
}
