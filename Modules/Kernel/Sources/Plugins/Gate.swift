/// A question that a feature asks before it lets a person do something: may I, and how much?
public struct Gate: Hashable, Sendable {
    /// The question's name, as in `tasks.active`.
    public let key: String
    /// What is asked for, for a person: "active tasks".
    public let title: String
    /// The paywall context that explains a denial, as in `task`.
    public let context: String

    /// A gate to declare once and ask by its value.
    public init(_ key: String, _ title: String, context: String) {
        self.key = key
        self.title = title
        self.context = context
    }
}

/// The answer to a gate. Never an error: a denial explains itself.
public struct GateAnswer: Hashable, Sendable {
    /// Whether the person may go on.
    public let allowed: Bool
    /// How much is in use, where the gate counts.
    public let used: Int?
    /// How much there may be, where the gate counts; nil for no limit.
    public let limit: Int?
    /// Why, in one sentence.
    public let reason: String
    /// Which product or plan decided.
    public let variant: String

    /// An answer with its reason.
    public init(allowed: Bool, used: Int? = nil, limit: Int? = nil, reason: String, variant: String) {
        self.allowed = allowed
        self.used = used
        self.limit = limit
        self.reason = reason
        self.variant = variant
    }
}

/// Who answers gates: Monetization in an app, anything in a test.
public struct GateKeeper: Sendable {
    /// Answers a gate, given how much is in use now.
    public let ask: @Sendable (_ gate: Gate, _ used: Int) -> GateAnswer

    /// A keeper that answers with a function.
    public init(ask: @escaping @Sendable (_ gate: Gate, _ used: Int) -> GateAnswer) { self.ask = ask }

    /// Everything is allowed: for apps that are paid once, or not at all.
    public static let open = GateKeeper { _, used in
        GateAnswer(allowed: true, used: used, reason: "Everything in this app is yours.", variant: "open")
    }
}
