import Kernel
import Languages

/// A value in `--json` output.
public enum OutputValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    /// A number that must be finite.
    case number(Double)
    /// Text, a day or an instant in ISO 8601, an identifier.
    case text(String)
    case list([OutputValue])
    /// Members in the order of the documentation.
    case object([Member])

    /// One member of an object.
    public struct Member: Hashable, Sendable {
        public let name: String
        public let value: OutputValue

        package init(_ name: String, _ value: OutputValue) {
            self.name = name
            self.value = value
        }
    }

    /// Returns a text, or `null`.
    public static func text(_ text: String?) -> OutputValue { text.map { .text($0) } ?? .null }
    /// Returns a whole number, or `null`.
    public static func integer(_ number: Int?) -> OutputValue { number.map { .integer($0) } ?? .null }
    /// Returns a day, or `null`.
    public static func day(_ day: Day?) -> OutputValue { .text(day?.description) }
    /// Returns an instant, or `null`.
    public static func instant(_ instant: Instant?) -> OutputValue { .text(instant?.description) }
    /// Returns a list of texts.
    public static func texts(_ texts: [String]) -> OutputValue { .list(texts.map { .text($0) }) }
}

/// One field of a record: its `--json` key, table column, position in a `--plain` line and
/// documentation.
public struct Field<Record>: Sendable {
    /// The key: `createdAt`.
    public let name: String
    /// The column's title, or nil if tables omit the field.
    public let title: String?
    public let help: String
    public let alignsRight: Bool
    /// The column's behavior in a narrow table, or nil for a default by name and position.
    ///
    /// By default identifiers keep their width, and the first other column is the most important
    /// one.
    public let room: Table.Room?
    /// Returns the value for programs.
    public let value: @Sendable (Record) -> OutputValue
    /// Returns the table cell, by default the value.
    public let cell: @Sendable (Record) -> StyledText

    /// Creates a field.
    ///
    /// Pass `cell` if people see something other than the value.
    ///
    /// - Parameter isTranslatable: whether the value is text of the app, such as a title or
    ///   sentence. People read it in their language, programs in English.
    public init(
        _ name: String, title: String? = nil, _ help: String, alignsRight: Bool = false, room: Table.Room? = nil,
        isTranslatable: Bool = false, cell: (@Sendable (Record) -> StyledText)? = nil,
        value: @escaping @Sendable (Record) -> OutputValue
    ) {
        self.name = name
        self.title = title
        self.help = help
        self.alignsRight = alignsRight
        self.value = value
        self.room = room
        self.cell = cell ?? { isTranslatable ? StyledText(declared: value($0).plainText) : value($0).displayText }
    }
}

extension OutputValue {
    /// The default presentation of the value for people.
    fileprivate var displayText: StyledText {
        switch self {
        case .bool(let value): value ? "yes" : "no"
        case .number: StyledText(LocalizableText(figure: plainText))
        default: StyledText(plainText)
        }
    }

    /// The value in a `--plain` line: lists separated by commas, objects as `name=value`, and
    /// `null` as an empty text.
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
