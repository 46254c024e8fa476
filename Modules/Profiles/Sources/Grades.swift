/// The grades of the syllabus, as Profiles needs them. The app implements this port.
package struct Grades: Sendable {
    package let lowest: @Sendable () throws -> String
    /// Returns the grade that a text names. It throws a `Failure` of kind `usage` for an unknown
    /// one.
    package let parse: @Sendable (_ text: String) throws -> String
    /// Returns the name of a grade for people, such as "10th keup".
    package let title: @Sendable (_ grade: String) -> String
    /// Returns the appearance of a grade's belt, such as "white, yellow tip", or an empty text if
    /// unknown.
    package let appearance: @Sendable (_ grade: String) -> String
    package let all: @Sendable () -> [String]

    package init(
        lowest: @escaping @Sendable () throws -> String, parse: @escaping @Sendable (String) throws -> String,
        title: @escaping @Sendable (String) -> String, appearance: @escaping @Sendable (String) -> String = { _ in "" },
        all: @escaping @Sendable () -> [String]
    ) {
        self.lowest = lowest
        self.parse = parse
        self.title = title
        self.appearance = appearance
        self.all = all
    }

    /// The number of grades from which a change is confirmed, because it may be a typing error.
    private static let confirmedStep = 3

    /// Returns the name and appearance of a grade, such as "9th keup (white, yellow tip)".
    package func description(_ grade: String) -> String {
        let appearance = appearance(grade)
        return appearance.isEmpty ? title(grade) : "\(title(grade)) (\(appearance))"
    }

    /// Returns whether a change between two grades is large enough to be a typing error.
    package func isLargeStep(from oldGrade: String, to newGrade: String) -> Bool {
        let grades = all()
        guard let oldPosition = grades.firstIndex(of: oldGrade), let newPosition = grades.firstIndex(of: newGrade)
        else {
            return false
        }
        return abs(newPosition - oldPosition) >= Grades.confirmedStep
    }
}
