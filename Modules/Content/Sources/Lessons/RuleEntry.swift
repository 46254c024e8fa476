import Kernel

/// Rules of free sparring, merged from the packs: an identifier and the given fields.
///
/// The feature that scores matches interprets the fields. This type only carries them.
package struct RuleEntry: Hashable, Identifiable, Sendable {
    /// The name of the rules: `itf` changes the ITF rules, another name adds rules.
    package let id: String
    package let file: String
    /// An object with the merged fields of all packs, including `id`.
    package let fields: JSONValue
}

extension Curriculum {
    /// Returns the packs' rules of free sparring, in which a later pack's field replaces an earlier
    /// one's.
    package func rules() -> Reading<[RuleEntry]> {
        let (overlay, _, problems) = overlay("rules")
        let entries = overlay.entries.map {
            RuleEntry(id: $0.key, file: $0.file, fields: OrderedJSON.object($0.fields).json)
        }
        return Reading(entries, problems + overlay.findings)
    }
}

/// A validator of free sparring rules, contributed by the feature that scores matches.
package struct RuleValidator: Sendable {
    /// An error in the rules.
    package struct Objection: Sendable {
        package let id: String
        /// The field by its name in the pack; empty for the whole entry.
        package let field: String
        package let sentence: String
        package let advice: String

        package init(id: String, field: String, sentence: String, advice: String) {
            self.id = id
            self.field = field
            self.sentence = sentence
            self.advice = advice
        }
    }

    package let objections: @Sendable (_ rules: [RuleEntry]) -> [Objection]

    package init(_ objections: @escaping @Sendable (_ rules: [RuleEntry]) -> [Objection]) {
        self.objections = objections
    }
}

extension ExtensionPoint where Contribution == RuleValidator {
    package static var ruleValidators: Self { ExtensionPoint() }
}

extension OrderedJSON {
    /// The same value as a `JSONValue`, which other modules read.
    fileprivate var json: JSONValue {
        switch self {
        case .null: .null
        case .bool(let truth): .bool(truth)
        case .number(let number): Int(exactly: number).map { .integer($0) } ?? .number(number)
        case .string(let text): .string(text)
        case .array(let items): .array(items.map(\.json))
        case .object(let fields): .object(Dictionary(fields.map { ($0.name, $0.value.json) }, uniquingKeysWith: { $1 }))
        }
    }
}
