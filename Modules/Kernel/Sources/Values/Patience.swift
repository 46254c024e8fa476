/// How long somebody waits for something that many people share and that does not answer.
public enum Patience: Sendable {
    /// On the way to something else; after it was silent nobody asks for a while.
    case glance
    /// Somebody asked for it.
    case asked
    /// Nobody waits.
    case background

    /// How long that is.
    public var seconds: Double {
        switch self {
        case .glance: 1
        case .asked: 3
        case .background: 20
        }
    }
}
