/// The games, in the order of their list.
package enum Game: String, Codable, CaseIterable, Sendable {
    case match, slots, template, decode, memory, sandbox

    package var title: String {
        switch self {
        case .match: "Word Match"
        case .slots: "Slot Builder"
        case .template: "Template Filler"
        case .decode: "Phrase Decoder"
        case .memory: "Memory Match"
        case .sandbox: "Creative Sandbox"
        }
    }

    /// The skill that the game trains, for the list of games.
    package var skill: String {
        switch self {
        case .match: "Learn Korean terminology with instant feedback"
        case .slots: "Master phrase construction"
        case .template: "Practice sentence patterns"
        case .decode: "Unscramble techniques"
        case .memory: "Test retention with card matching"
        case .sandbox: "Build custom combinations"
        }
    }
}
