/// The parts of a grading, in the order in which a mock grading goes through them.
///
/// Weights and pass marks are a convention of this app: associations and clubs weigh as they please, and the ITF publishes no points for colour
/// belts. Their order of worth is a grading's own: the pattern most, how one behaves least.
public enum GradingSection: String, Codable, CaseIterable, Comparable, Sendable {
    /// Techniques up and down the hall.
    case lineWork
    /// The pattern of the grade.
    case pattern
    /// Step sparring.
    case sparring
    /// Words, belts, meanings, history.
    case theory
    /// How one behaves, in the hall and at the grading.
    case etiquette

    /// At least so many points over all, of 100.
    public static let passMark = 60
    /// At least so many points in each part, of 100.
    public static let sectionMark = 40

    /// What the part weighs; where a grade lacks a part, the others weigh so much more.
    public var weight: Int {
        switch self {
        case .lineWork, .sparring, .theory: 20
        case .pattern: 30
        case .etiquette: 10
        }
    }

    /// For people: `Step sparring`.
    public var title: String {
        switch self {
        case .lineWork: "Line work"
        case .pattern: "Pattern"
        case .sparring: "Step sparring"
        case .theory: "Theory"
        case .etiquette: "Etiquette"
        }
    }

    /// In the order of a grading.
    public static func < (left: GradingSection, right: GradingSection) -> Bool {
        (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }
}
