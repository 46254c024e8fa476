import Kernel

/// Rules of free sparring as packs have them, laid on each other: an identifier and the fields that are given. Whoever scores matches knows what the
/// fields mean; here they are only carried.
public struct RuleEntry: Hashable, Identifiable, Sendable {
    /// What the rules are called: `itf` changes those of the ITF, another name adds some.
    public let id: String
    /// The file that spoke last, for findings.
    public let file: String
    /// An object with the fields that all packs together give, `id` among them.
    public let fields: JSONValue
}

extension Curriculum {
    /// The rules of free sparring that packs bring, a field of a later pack in place of an earlier one's.
    public func rules() -> Reading<[RuleEntry]> {
        let (overlay, _, problems) = overlay("rules")
        let entries = overlay.entries.map { RuleEntry(id: $0.key, file: $0.file, fields: PackValue.object($0.fields).json) }
        return Reading(entries, problems + overlay.findings)
    }
}

/// Judges rules of free sparring; whoever scores matches contributes one.
public struct RuleJudge: Sendable {
    /// What is wrong with rules.
    public struct Objection: Sendable {
        /// The rules.
        public let id: String
        /// Where in the entry, by the name in the pack; empty for the whole of it.
        public let field: String
        /// What is wrong, in a sentence.
        public let sentence: String
        /// What to do.
        public let advice: String

        /// Says no to one entry of a pack.
        public init(id: String, field: String, sentence: String, advice: String) {
            (self.id, self.field, self.sentence, self.advice) = (id, field, sentence, advice)
        }
    }

    /// Everything that keeps rules from being used.
    public let objections: @Sendable (_ rules: [RuleEntry]) -> [Objection]

    /// A judge from a function.
    public init(_ objections: @escaping @Sendable (_ rules: [RuleEntry]) -> [Objection]) { self.objections = objections }
}

extension ExtensionPoint where Contribution == RuleJudge {
    /// Who knows rules of free sparring.
    public static var ruleJudges: Self { ExtensionPoint("ruleJudges") }
}

extension PackValue {
    /// The same value in the words that other modules read.
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
