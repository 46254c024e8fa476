/// The games, in the order in which they are listed.
public enum Game: String, Codable, CaseIterable, Sendable {
    /// As they are typed.
    case match, slots, template, decode, memory, sandbox

    /// What it is called.
    public var title: String {
        switch self {
        case .match: "Word Match"
        case .slots: "Slot Builder"
        case .template: "Template Filler"
        case .decode: "Phrase Decoder"
        case .memory: "Memory Match"
        case .sandbox: "Creative Sandbox"
        }
    }

    /// What it trains, as the list of games says it.
    public var line: String {
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
