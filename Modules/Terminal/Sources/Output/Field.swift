import Kernel
import Languages

/// A value as `--json` gives it.
public enum FieldValue: Hashable, Sendable {
    /// Nothing.
    case null
    /// Yes or no.
    case bool(Bool)
    /// A whole number.
    case integer(Int)
    /// Any other number; must be finite.
    case number(Double)
    /// Text, a day or an instant in ISO 8601, an identifier.
    case text(String)
    /// Several.
    case list([FieldValue])
    /// Members in the order in which they are documented.
    case object([Member])

    /// One member of an object.
    public struct Member: Hashable, Sendable {
        /// The key.
        public let name: String
        /// What programs get under the name.
        public let value: FieldValue

        package init(_ name: String, _ value: FieldValue) { (self.name, self.value) = (name, value) }
    }

    /// Text, or nothing.
    public static func text(_ text: String?) -> FieldValue { text.map { .text($0) } ?? .null }
    /// A whole number, or nothing.
    public static func integer(_ number: Int?) -> FieldValue { number.map { .integer($0) } ?? .null }
    /// A day, or nothing.
    public static func day(_ day: Day?) -> FieldValue { .text(day?.description) }
    /// An instant, or nothing.
    public static func instant(_ instant: Instant?) -> FieldValue { .text(instant?.description) }
    /// Several texts.
    public static func texts(_ texts: [String]) -> FieldValue { .list(texts.map { .text($0) }) }
}

/// One field of a record: its key in `--json`, its column in the table, its place in the `--plain` line and its documentation.
public struct Field<Record>: Sendable {
    /// The key: `createdAt`.
    public let name: String
    /// The column's title; nil when people do not see the field in a table.
    public let title: String?
    /// What it holds, for the documentation.
    public let help: String
    /// Whether its column stands at the right.
    public let alignsRight: Bool
    /// How its column gives way; nil for what follows from its name and place: identifiers keep their width, the first other is what matters.
    public let room: Table.Room?
    /// What programs get of a record.
    public let value: @Sendable (Record) -> FieldValue
    /// What the table shows; the value itself unless said otherwise.
    public let cell: @Sendable (Record) -> StyledText

    /// A field. Give `cell` when people should see something other than the value.
    ///
    /// - Parameter isSaid: whether the value is what the app says, a title or a sentence of its own: people read it in their language, programs in English.
    public init(
        _ name: String, title: String? = nil, _ help: String, alignsRight: Bool = false, room: Table.Room? = nil,
        isSaid: Bool = false,
        cell: (@Sendable (Record) -> StyledText)? = nil,
        value: @escaping @Sendable (Record) -> FieldValue
    ) {
        (self.name, self.title, self.help, self.alignsRight, self.value) = (name, title, help, alignsRight, value)
        self.room = room
        self.cell = cell ?? { isSaid ? StyledText(declared: value($0).plainText) : value($0).shown }
    }
}

extension FieldValue {
    /// The value as people read it where nothing else is said of it.
    fileprivate var shown: StyledText {
        switch self {
        case .bool(let value): value ? "yes" : "no"
        case .number: StyledText(Phrase(figure: plainText))
        default: StyledText(plainText)
        }
    }

    /// The value as a `--plain` line holds it: lists separated by commas, objects as `name=value`, nothing as nothing.
    public var plainText: String {
        switch self {
        case .null: ""
        case .bool(let value): value ? "yes" : "no"
        case .integer(let value): String(value)
        case .number(let value): String(value)
        case .text(let value): value
        case .list(let values): values.map(\.plainText).joined(separator: ",")
        case .object(let members): members.map { "\($0.name)=\($0.value.plainText)" }.joined(separator: " ")
        }
    }
}
