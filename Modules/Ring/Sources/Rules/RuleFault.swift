import Kernel

/// What keeps rules that somebody wrote from being used.
public struct RuleFault: Error, Hashable, Sendable {
    /// What the rules are called, where it is known; may be empty.
    public var id: String
    /// The field, with its place in a list: `scores #1: points`; empty where it is the whole.
    public let field: String
    /// What is wrong with it: `must be text`.
    public let what: String

    init(_ field: String, _ what: String, id: String = "") { (self.id, self.field, self.what) = (id, field, what) }

    /// What is wrong, in a sentence.
    public var sentence: String { "\([field, what].filter { !$0.isEmpty }.joined(separator: " "))." }

    /// The same for somebody who wanted to use the rules.
    public var failure: Failure {
        Failure(.badRules, "The rules cannot be used. \(sentence)", advice: RuleFault.advice, kind: .badData)
    }

    /// Where to look how rules are written.
    public static let advice = "`rules show itf --json` shows rules as they should be written."
}

/// Rules that packs bring along, laid over those of the app.
public struct BroughtRules: Sendable {
    /// The rules in force, those of the app first.
    public private(set) var rules = RuleSet.bundled
    /// What cannot be used; the rules beneath hold in its place.
    public private(set) var faults: [RuleFault] = []

    /// Lays rules over those of the app, one after the other. One with a known id changes the fields that it gives, so does one that is `like`
    /// another under a new id; any other must be whole.
    ///
    /// - Parameter brought: each an object with the fields of a file of rules.
    public init(_ brought: [JSONValue]) {
        for fields in brought {
            do throws(RuleFault) {
                let fresh = try RuleSet(fields: fields, over: { [rules] id in rules.first { $0.id == id } })
                if let place = rules.firstIndex(where: { $0.id == fresh.id }) {
                    rules[place] = fresh
                } else {
                    rules.append(fresh)
                }
            } catch {
                faults.append(error)
            }
        }
    }
}
