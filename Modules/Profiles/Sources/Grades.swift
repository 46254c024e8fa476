/// What Profiles needs to know of grades; filled by the composition root from the syllabus.
public struct Grades: Sendable {
    /// The grade of a beginner.
    public let lowest: @Sendable () throws -> String
    /// The grade that a person means. Throws `Failure` of kind `usage` when there is none.
    public let parse: @Sendable (_ text: String) throws -> String
    /// What a grade is called, for people: "10th keup".
    public let title: @Sendable (_ grade: String) -> String
    /// What the belt of a grade looks like: "white, yellow tip"; empty where nothing is known of it.
    public let look: @Sendable (_ grade: String) -> String
    /// Every grade, lowest first.
    public let all: @Sendable () -> [String]

    /// Grades from functions.
    public init(
        lowest: @escaping @Sendable () throws -> String, parse: @escaping @Sendable (String) throws -> String,
        title: @escaping @Sendable (String) -> String, look: @escaping @Sendable (String) -> String = { _ in "" },
        all: @escaping @Sendable () -> [String]
    ) {
        (self.lowest, self.parse, self.title, self.look, self.all) = (lowest, parse, title, look, all)
    }

    /// From so many grades at once on a change of belt is questioned: it may be a slip.
    private static let leap = 3

    /// What a grade is called and looks like: "9th keup (white, yellow tip)".
    public func described(_ grade: String) -> String {
        let look = look(grade)
        return look.isEmpty ? title(grade) : "\(title(grade)) (\(look))"
    }

    /// Whether a change from one grade to another is so large, up or down, that it may be a slip.
    public func isLeap(from one: String, to other: String) -> Bool {
        let all = all()
        guard let old = all.firstIndex(of: one), let new = all.firstIndex(of: other) else { return false }
        return abs(new - old) >= Grades.leap
    }
}
