import Progress

extension Area.Group {
    /// The display name of the group, as a heading.
    var heading: String {
        switch self {
        case .words: "Words by category"
        case .belts: "Words by belt"
        case .patterns: "Patterns"
        case .sparring: "Step sparring"
        case .linework: "Line work"
        case .theory: "Theory"
        }
    }
}
