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

/// What a gate evaluates to for a person: a switch, or how many there may be.
public enum GateValue: Hashable, Sendable {
    /// Had or not had.
    case bool(Bool)
    /// How many there may be; nil for no limit.
    case limit(Int?)
}

/// What an answer tells besides its value: for a lock, a paywall, or a log.
public struct GateMetadata: Hashable, Sendable {
    /// How much is in use, where the gate counts.
    public var used: Int?
    /// How much there may be, where the gate counts; nil for no limit.
    public var limit: Int?
    /// The headline of the paywall that explains a denial.
    public var headline: String?
    /// The icon beside the headline: the name of an SF Symbol.
    public var icon: String?
    /// The product that would open the gate.
    public var product: String?

    /// Metadata; what a gate has no use for stays nil.
    public init(
        used: Int? = nil, limit: Int? = nil, headline: String? = nil, icon: String? = nil, product: String? = nil
    ) {
        (self.used, self.limit, self.headline, self.icon, self.product) = (used, limit, headline, icon, product)
    }
}

/// The answer to a gate. Never an error: a denial explains itself.
public struct GateAnswer: Hashable, Sendable {
    /// Whether the person may go on.
    public let allowed: Bool
    /// What the gate evaluated to.
    public let value: GateValue
    /// Why, in one sentence.
    public let reason: String
    /// Which product or plan decided.
    public let variant: String
    /// What else there is to tell.
    public let metadata: GateMetadata

    /// How much is in use, where the gate counts.
    public var used: Int? { metadata.used }
    /// How much there may be, where the gate counts; nil for no limit.
    public var limit: Int? { metadata.limit }

    /// An answer with its reason. Its value is the limit where there is one, and otherwise whether it is allowed.
    public init(allowed: Bool, used: Int? = nil, limit: Int? = nil, reason: String, variant: String) {
        self.init(
            allowed: allowed, value: limit.map { .limit($0) } ?? .bool(allowed), reason: reason, variant: variant,
            metadata: GateMetadata(used: used, limit: limit))
    }

    /// An answer with everything that can be told.
    public init(allowed: Bool, value: GateValue, reason: String, variant: String, metadata: GateMetadata) {
        (self.allowed, self.value, self.reason) = (allowed, value, reason)
        (self.variant, self.metadata) = (variant, metadata)
    }
}

/// A gate that was asked and did not open. It travels with the failure of what was wanted.
public struct Denial: Hashable, Sendable {
    /// The gate that stayed closed.
    public let gate: Gate
    /// What it answered.
    public let answer: GateAnswer

    /// A denial; `answer.allowed` is false.
    public init(_ gate: Gate, _ answer: GateAnswer) { (self.gate, self.answer) = (gate, answer) }
}

/// Who answers gates: Monetization in an app, anything in a test.
public struct GateKeeper: Sendable {
    /// Answers whether there may be one more, given how much is in use now.
    public let ask: @Sendable (_ gate: Gate, _ used: Int) -> GateAnswer
    /// Answers whether something that exists may be changed. `position` counts from 1, the oldest first: what lies beyond the limit is
    /// read-only, never removed.
    public let edit: @Sendable (_ gate: Gate, _ position: Int, _ used: Int) -> GateAnswer

    private let settle: (@Sendable () -> GateKeeper)?

    /// A keeper that answers with a function; changing the n-th thing is answered as making it would have been.
    public init(ask: @escaping @Sendable (_ gate: Gate, _ used: Int) -> GateAnswer) {
        self.init(ask: ask) { gate, position, _ in ask(gate, max(0, position - 1)) }
    }

    /// A keeper that answers both questions with a function each.
    ///
    /// - Parameter settle: the answers of one moment, for a keeper that reads a store to answer; see `settled()`.
    public init(
        ask: @escaping @Sendable (_ gate: Gate, _ used: Int) -> GateAnswer,
        edit: @escaping @Sendable (_ gate: Gate, _ position: Int, _ used: Int) -> GateAnswer,
        settle: (@Sendable () -> GateKeeper)? = nil
    ) {
        (self.ask, self.edit, self.settle) = (ask, edit, settle)
    }

    /// The keeper as it answers now, reading nothing more. Take it before a transaction and ask it within: an answer that had to be read
    /// there would begin a second transaction, which the store refuses.
    public func settled() -> GateKeeper { settle?() ?? self }

    /// The same keeper; whoever listens is told of every gate that is asked.
    public func heard(by listener: @escaping @Sendable (Gate) -> Void) -> GateKeeper {
        let (ask, edit) = (ask, edit)
        let later: (@Sendable () -> GateKeeper)?
        if let settle { later = { settle().heard(by: listener) } } else { later = nil }
        return GateKeeper(
            ask: { gate, used in
                listener(gate)
                return ask(gate, used)
            },
            edit: { gate, position, used in
                listener(gate)
                return edit(gate, position, used)
            }, settle: later)
    }

    /// Everything is allowed: for apps that are paid once, or not at all.
    public static let open = GateKeeper { _, used in
        GateAnswer(allowed: true, used: used, reason: "Everything in this app is yours.", variant: "open")
    }
}
