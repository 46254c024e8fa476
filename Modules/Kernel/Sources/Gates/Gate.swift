/// A question that a feature asks before a user action: whether it is allowed, and how often.
public struct Gate: Hashable, Sendable {
    /// The name of the question, for example `tasks.active`.
    public let key: String
    /// The subject of the question in words: "active tasks".
    public let title: String
    /// The paywall context that explains a denial, for example `task`.
    public let context: String

    public init(_ key: String, _ title: String, context: String) {
        self.key = key
        self.title = title
        self.context = context
    }
}

/// The value of a gate for a user: a switch or a limit.
public enum GateValue: Hashable, Sendable {
    case bool(Bool)
    /// The greatest number, or nil for no limit.
    case limit(Int?)
}

/// The additional data of an answer, for a lock, a paywall or a log.
public struct GateMetadata: Hashable, Sendable {
    public var used: Int?
    /// The greatest number for a counting gate, or nil for no limit.
    public var limit: Int?
    public var headline: String?
    /// The icon of the headline: the name of an SF Symbol.
    public var icon: String?
    public var product: String?

    public init(
        used: Int? = nil, limit: Int? = nil, headline: String? = nil, icon: String? = nil, product: String? = nil
    ) {
        self.used = used
        self.limit = limit
        self.headline = headline
        self.icon = icon
        self.product = product
    }
}

/// The answer to a gate. It is never an error, because a denial contains its explanation.
public struct GateAnswer: Hashable, Sendable {
    public let allowed: Bool
    public let value: GateValue
    public let reason: String
    public let variant: String
    public let metadata: GateMetadata

    /// The number in use, for a counting gate.
    public var used: Int? { metadata.used }
    /// The greatest number for a counting gate, or nil for no limit.
    public var limit: Int? { metadata.limit }

    /// Creates an answer with its reason. Its value is the limit, or `allowed` without a limit.
    public init(allowed: Bool, used: Int? = nil, limit: Int? = nil, reason: String, variant: String) {
        self.init(
            allowed: allowed, value: limit.map { .limit($0) } ?? .bool(allowed), reason: reason, variant: variant,
            metadata: GateMetadata(used: used, limit: limit))
    }

    public init(allowed: Bool, value: GateValue, reason: String, variant: String, metadata: GateMetadata) {
        self.allowed = allowed
        self.value = value
        self.reason = reason
        self.variant = variant
        self.metadata = metadata
    }
}

/// A gate that stayed closed, attached to the failure of the requested action.
public struct Denial: Hashable, Sendable {
    public let gate: Gate
    public let answer: GateAnswer

    public init(_ gate: Gate, _ answer: GateAnswer) {
        self.gate = gate
        self.answer = answer
    }
}

/// The object that answers gates: Monetization in an app, any function in a test.
public struct GateKeeper: Sendable {
    /// Answers whether one more may be added, given the number in use.
    public let ask: @Sendable (_ gate: Gate, _ used: Int) -> GateAnswer
    /// Answers whether an existing item may be changed.
    ///
    /// `position` counts from 1, the oldest first. Items beyond the limit are read-only and never
    /// removed.
    public let edit: @Sendable (_ gate: Gate, _ position: Int, _ used: Int) -> GateAnswer

    private let makeSnapshot: (@Sendable () -> GateKeeper)?

    /// Creates a keeper from a function. Changing the n-th item is answered like adding it.
    public init(ask: @escaping @Sendable (_ gate: Gate, _ used: Int) -> GateAnswer) {
        self.init(ask: ask) { gate, position, _ in ask(gate, max(0, position - 1)) }
    }

    /// Creates a keeper from a function for each question.
    ///
    /// - Parameter makeSnapshot: returns the answers of one moment, for a keeper that reads a
    ///   store. See `snapshot()`.
    public init(
        ask: @escaping @Sendable (_ gate: Gate, _ used: Int) -> GateAnswer,
        edit: @escaping @Sendable (_ gate: Gate, _ position: Int, _ used: Int) -> GateAnswer,
        makeSnapshot: (@Sendable () -> GateKeeper)? = nil
    ) {
        self.ask = ask
        self.edit = edit
        self.makeSnapshot = makeSnapshot
    }

    /// Returns the keeper with its present answers, which need no further reads.
    ///
    /// Call it before a transaction and ask the result inside. Reading there would begin a second
    /// transaction, which the store refuses.
    public func snapshot() -> GateKeeper { makeSnapshot?() ?? self }

    /// Returns the same keeper, which calls a listener for every gate.
    public func observed(by listener: @escaping @Sendable (Gate) -> Void) -> GateKeeper {
        let ask = ask
        let edit = edit
        let later: (@Sendable () -> GateKeeper)?
        if let makeSnapshot { later = { makeSnapshot().observed(by: listener) } } else { later = nil }
        return GateKeeper(
            ask: { gate, used in
                listener(gate)
                return ask(gate, used)
            },
            edit: { gate, position, used in
                listener(gate)
                return edit(gate, position, used)
            }, makeSnapshot: later)
    }

    /// The keeper that allows everything, for apps without purchases or with a single one.
    public static let open = GateKeeper { _, used in
        GateAnswer(allowed: true, used: used, reason: "Everything in this app is yours.", variant: "open")
    }
}
