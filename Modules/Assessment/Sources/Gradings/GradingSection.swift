/// The sections of a grading, in the order of a mock grading.
///
/// Weights and pass marks are a convention of this app: associations and clubs choose their own,
/// and the ITF publishes no points for color belts. The order of weights follows real gradings:
/// patterns count most and etiquette least.
package enum GradingSection: String, Codable, CaseIterable, Comparable, Sendable {
    case lineWork
    case pattern
    case sparring
    case theory
    /// The etiquette in the hall and at the grading.
    case etiquette

    /// The minimum total, out of 100.
    package static let passMark = 60
    /// The minimum of each section, out of 100.
    package static let sectionMark = 40

    /// The weight of the section. If a grade lacks a section, the weights of the others increase in
    /// proportion.
    package var weight: Int {
        switch self {
        case .lineWork, .sparring, .theory: 20
        case .pattern: 30
        case .etiquette: 10
        }
    }

    /// The display name, such as `Step sparring`.
    package var title: String {
        switch self {
        case .lineWork: "Line work"
        case .pattern: "Pattern"
        case .sparring: "Step sparring"
        case .theory: "Theory"
        case .etiquette: "Etiquette"
        }
    }

    /// Compares two sections by their order in a grading.
    package static func < (left: GradingSection, right: GradingSection) -> Bool {
        (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }
}
