/// A belt as a school describes it, ordered by its grade.
package struct Belt: Hashable, Comparable, Identifiable, Sendable, Graded {
    package let grade: Grade
    /// The name of the grade, for example `10th keup`.
    package let name: String
    /// The appearance of the belt in words, for example `white, yellow tip`.
    package let belt: String
    /// Plain color words: the belt first, then the stripe or tip.
    package let colors: [String]
    /// The meaning of the color; may be empty.
    package let meaning: String

    package init(grade: Grade, name: String, belt: String, colors: [String], meaning: String = "") {
        self.grade = grade
        self.name = name
        self.belt = belt
        self.colors = colors
        self.meaning = meaning
    }

    /// The short form of the grade, for example `10k`.
    package var id: String { grade.id }

    /// Orders lower grades first.
    package static func < (left: Belt, right: Belt) -> Bool { left.grade < right.grade }
}
