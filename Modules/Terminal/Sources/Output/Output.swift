import Kernel

/// What a command gives back. The shell shows it: blocks to people, data to `--json` and `--plain`.
public struct Output: Sendable {
    /// What programs get.
    public enum Content: Sendable {
        /// An array of objects, and one line each in `--plain`.
        case list(FieldRows)
        /// One object.
        case one([FieldValue.Member])
        /// Text that is the same for people and programs: a script, a page, an export.
        case bytes([UInt8])
        /// Nothing.
        case none
    }

    /// What happens after the output is shown.
    public enum Continuation: Sendable {
        /// Ask before going on. Off a terminal this needs `--yes`.
        case confirm(question: String, proceed: @Sendable () throws -> Output)
        /// Ask for a line that nobody sees while it is typed. Off a terminal this needs the option that is named.
        case secret(question: String, option: String, proceed: @Sendable (String) throws -> Output)
        /// Open an editor on a text. The closure gets the text as it was saved, or nil when the editor left it unchanged.
        case edit(text: String, fileName: String, proceed: @Sendable (String?) throws -> Output)
        /// Run a dialogue of keys or lines.
        case dialogue(any Dialogue)
        /// Let people look around in a dialogue where keys can be pressed; elsewhere the output itself is shown, as if nothing followed.
        case browse(any Dialogue)
        /// Show a file or an address with the program that the desktop prefers. What is to come then is told what went wrong, if anything did.
        case open(path: String, proceed: (@Sendable (Failure?) throws -> Output)? = nil)
        /// Show one output after the other as they come, each as if it were the only one. Nil shows nothing; it throws, as each of them does,
        /// when nobody reads any more.
        case stream(_ body: @Sendable (_ show: (Output?) throws -> Void) throws -> Void)
        /// Do so many pieces of work, telling after each how many are done; a terminal shows how far it is.
        case work(title: String, total: Int, proceed: @Sendable (_ advance: (Int) -> Void) throws -> Output)
    }

    /// What programs get.
    public var content: Content {
        get { forPrograms.value }
        set { forPrograms = Later(newValue) }
    }
    /// Text that is the same for people and programs, where it is that. Makes nothing of a list.
    var bytes: [UInt8]? { if case .bytes(let bytes)? = forPrograms.made { bytes } else { nil } }
    /// What people see.
    public var blocks: [Block] {
        get { forPeople.value }
        set { forPeople = Later(newValue) }
    }
    /// Nobody but a test looks at both: of a long list one of them is never made.
    private var forPrograms: Later<Content>
    private var forPeople: Later<[Block]>
    /// What goes to standard output as it is: a file that was asked for. `--json` gives the content instead.
    public var file: [UInt8]?
    /// How a file is named for what goes to standard output, `--to report.html`: asked for where that is a terminal.
    var placing: String?
    /// A sentence on what was changed. With `--json` it goes to standard error.
    public var notice: String?
    /// Commands worth typing next, without the app's name: `study`.
    public var next: [String]
    /// What follows, if anything.
    public var continuation: Continuation?
    /// An image that a terminal shows above the blocks where something draws it; asked for only then.
    public var picture: ShownPicture?
    /// What stands in which row, where a number may be typed for it later; asked for only where a person sees it.
    public var listed: (@Sendable () -> ListedRows)?
    /// What is wrong although there is something to show: said behind the output, and it decides the exit status.
    public var failure: Failure?

    /// An output from its parts.
    public init(
        content: Content = .none, blocks: [Block] = [], notice: String? = nil, next: [String] = [],
        continuation: Continuation? = nil
    ) {
        (forPrograms, forPeople) = (Later(content), Later(blocks))
        (self.notice, self.next, self.continuation) = (notice, next, continuation)
    }

    fileprivate init(forPrograms: Later<Content>, forPeople: Later<[Block]>, next: [String]) {
        (self.forPrograms, self.forPeople, self.next) = (forPrograms, forPeople, next)
    }

    /// The same with its blocks changed, once somebody looks at them.
    func showing(_ change: @escaping @Sendable ([Block]) -> [Block]) -> Output {
        var output = self
        let before = forPeople
        output.forPeople = Later { change(before.value) }
        return output
    }
}

extension Output {
    /// Records in a table. `empty` guides when there are none.
    public static func list<Record: Sendable>(
        _ records: [Record], _ fields: [Field<Record>], heading: StyledText? = nil, empty: String, footer: [Block] = [],
        next: [String] = []
    ) -> Output {
        Output(
            forPrograms: Later(.list(FieldRows(records, fields))),
            forPeople: Later {
                let body: [Block] = records.isEmpty ? [.paragraph(StyledText(declared: empty))] : [.table(.of(records, fields))]
                return (heading.map { [.heading($0)] } ?? []) + body + footer
            }, next: next)
    }

    /// One record: what people see, and its fields for programs. Without blocks, people see the fields that have a title.
    public static func one<Record: Sendable>(
        _ record: Record, _ fields: [Field<Record>], blocks: [Block]? = nil, next: [String] = []
    ) -> Output {
        Output(
            forPrograms: Later { .one(members(of: record, fields)) },
            forPeople: Later {
                blocks ?? [.facts(fields.compactMap { field in field.title.map { (name: $0, value: field.cell(record)) } })]
            }, next: next)
    }

    /// A change: the sentence that says what was changed (with its id), the record as it is now, and what to type next.
    public static func changed<Record: Sendable>(
        _ notice: String, _ record: Record, _ fields: [Field<Record>], next: [String]
    ) -> Output {
        var output = Output(forPrograms: Later { .one(members(of: record, fields)) }, forPeople: Later([]), next: next)
        output.notice = notice
        return output
    }

    /// Text that is the same for people and programs.
    public static func text(_ text: String) -> Output { Output(content: .bytes(Array(text.utf8))) }

    /// Asks first.
    public static func confirm(_ question: String, proceed: @escaping @Sendable () throws -> Output) -> Output {
        Output(continuation: .confirm(question: question, proceed: proceed))
    }

    /// Runs a dialogue.
    public static func dialogue(_ dialogue: any Dialogue) -> Output { Output(continuation: .dialogue(dialogue)) }

    private static func members<Record>(of record: Record, _ fields: [Field<Record>]) -> [FieldValue.Member] {
        fields.map { FieldValue.Member($0.name, $0.value(record)) }
    }
}
