/// A belt as a school describes it; its place in the order is its grade.
public struct Belt: Hashable, Comparable, Identifiable, Sendable, Graded {
    /// The grade whose belt this is.
    public let grade: Grade
    /// What the grade is called: `10th keup`.
    public let name: String
    /// What the belt looks like, in words: `white, yellow tip`.
    public let belt: String
    /// Belt colour first, stripe or tip second; plain colour words.
    public let colours: [String]
    /// What the colour stands for; may be empty.
    public let meaning: String

    /// A belt from its parts.
    public init(grade: Grade, name: String, belt: String, colours: [String], meaning: String = "") {
        self.grade = grade
        self.name = name
        self.belt = belt
        self.colours = colours
        self.meaning = meaning
    }

    /// The short form of the grade: `10k`.
    public var id: String { grade.id }

    /// Lower grades first.
    public static func < (left: Belt, right: Belt) -> Bool { left.grade < right.grade }
}
