import Kernel

/// An error in rules written by a person.
package struct RuleError: Error, Hashable, Sendable {
    /// The ID of the rules, or empty if unknown.
    package var id: String
    /// The field with its position in a list, such as `scores #1: points`, or empty for the whole.
    package let field: String
    /// The problem with the field, such as `must be text`.
    package let problem: String

    init(_ field: String, _ problem: String, id: String = "") {
        self.id = id
        self.field = field
        self.problem = problem
    }

    /// The field and its problem, such as "name must be text.".
    package var sentence: String { "\([field, problem].filter { !$0.isEmpty }.joined(separator: " "))." }

    /// The error as a `Failure` for the user of the rules.
    package var failure: Failure {
        Failure(.badRules, "The rules cannot be used. \(sentence)", advice: RuleError.advice, kind: .badData)
    }

    package static let advice = "`rules show itf --json` shows rules as they should be written."
}

/// The rules of the app, overridden by those of packs.
package struct MergedRules: Sendable {
    package private(set) var rules = RuleSet.bundled
    /// The unusable entries. The underlying rules apply instead.
    package private(set) var errors: [RuleError] = []

    /// Overrides the rules of the app, in order.
    ///
    /// An entry with a known ID changes only the fields that it gives. So does a new ID with
    /// `like`. Any other entry must be complete.
    ///
    /// - Parameter packRules: Objects with the fields of a rules file.
    package init(_ packRules: [JSONValue]) {
        for fields in packRules {
            do throws(RuleError) {
                let ruleSet = try RuleSet(fields: fields, over: { [rules] id in rules.first { $0.id == id } })
                if let index = rules.firstIndex(where: { $0.id == ruleSet.id }) {
                    rules[index] = ruleSet
                } else {
                    rules.append(ruleSet)
                }
            } catch {
                errors.append(error)
            }
        }
    }
}
