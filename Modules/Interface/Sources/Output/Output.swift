import Kernel

/// The result of a command, shown as blocks to people and as data for `--json` and `--plain`.
public struct Output: Sendable {
    /// The output for programs.
    public enum Content: Sendable {
        /// An array of objects, with one line each in `--plain`.
        case list(FieldRows)
        case one([OutputValue.Member])
        /// The same text for people and programs: a script, a page, an export.
        case bytes([UInt8])
        case none
    }

    /// A step after the output is shown.
    public enum Continuation: Sendable {
        /// Asks for confirmation.
        ///
        /// Without a terminal this requires `--yes`.
        case confirm(question: String, proceed: @Sendable () throws -> Output)
        /// Asks for a line without an echo.
        ///
        /// Without a terminal this requires the named option.
        case secret(question: String, option: String, proceed: @Sendable (String) throws -> Output)
        /// Opens an editor on a text.
        ///
        /// The closure receives the saved text, or nil if it is unchanged.
        case edit(text: String, fileName: String, proceed: @Sendable (String?) throws -> Output)
        case dialogue(any Dialogue)
        /// Runs a dialogue for browsing if single keys are available, and otherwise shows only the
        /// output itself.
        case browse(any Dialogue)
        /// Opens a file or an address with the desktop's program.
        ///
        /// The closure receives the failure, if any.
        case open(path: String, proceed: (@Sendable (Failure?) throws -> Output)? = nil)
        /// Shows one output after the other as they arrive, each as if it were the only one.
        ///
        /// Nil shows nothing. Each call throws if the reader has closed the output.
        case stream(_ body: @Sendable (_ show: (Output?) throws -> Void) throws -> Void)
        /// Performs a number of work units and reports the completed ones, for a progress bar on a
        /// terminal.
        case work(title: String, total: Int, proceed: @Sendable (_ advance: (Int) -> Void) throws -> Output)
    }

    public var content: Content {
        get { forPrograms.value }
        set { forPrograms = Lazy(newValue) }
    }
    /// The text for people and programs, or nil for other content.
    ///
    /// Access creates no list.
    package var bytes: [UInt8]? { if case .bytes(let bytes)? = forPrograms.existingValue { bytes } else { nil } }
    public var blocks: [Block] {
        get { forPeople.value }
        set { forPeople = Lazy(newValue) }
    }
    /// The content for programs. It is lazy like `forPeople`, because only tests access both.
    ///
    /// For a long list, one of them is never created.
    private var forPrograms: Lazy<Content>
    private var forPeople: Lazy<[Block]>
    /// A requested file, written to standard output unchanged.
    ///
    /// `--json` writes the content instead.
    public var file: [UInt8]?
    /// An example option that names a file, `--to report.html`, suggested if standard output is a
    /// terminal.
    package var fileOptionExample: String?
    /// A sentence about the change.
    ///
    /// With `--json` it is written to standard error.
    public var notice: String?
    /// Suggestions for the next command, without the app's name: `study`.
    public var next: [String]
    public var continuation: Continuation?
    /// An image above the blocks on a terminal that can show it.
    ///
    /// It is created only then.
    public var picture: ShownPicture?
    /// The records by row, so that a later command may name a row.
    ///
    /// It is called only if a person sees the output.
    public var listedRows: (@Sendable () -> ListedRows)?
    /// A failure despite the output.
    ///
    /// It is printed after the output and determines the exit status.
    public var failure: Failure?

    public init(
        content: Content = .none, blocks: [Block] = [], notice: String? = nil, next: [String] = [],
        continuation: Continuation? = nil
    ) {
        forPrograms = Lazy(content)
        forPeople = Lazy(blocks)
        self.notice = notice
        self.next = next
        self.continuation = continuation
    }

    fileprivate init(forPrograms: Lazy<Content>, forPeople: Lazy<[Block]>, next: [String]) {
        self.forPrograms = forPrograms
        self.forPeople = forPeople
        self.next = next
    }

    /// Returns the same output with its blocks changed lazily.
    func showing(_ change: @escaping @Sendable ([Block]) -> [Block]) -> Output {
        var output = self
        let oldBlocks = forPeople
        output.forPeople = Lazy { change(oldBlocks.value) }
        return output
    }
}

extension Output {
    /// Returns records in a table.
    ///
    /// `empty` is the hint for an empty list.
    public static func list<Record: Sendable>(
        _ records: [Record], _ fields: [Field<Record>], heading: StyledText? = nil, empty: String, footer: [Block] = [],
        next: [String] = []
    ) -> Output {
        Output(
            forPrograms: Lazy(.list(FieldRows(records, fields))),
            forPeople: Lazy {
                let body: [Block] =
                    records.isEmpty ? [.paragraph(StyledText(declared: empty))] : [.table(.of(records, fields))]
                return (heading.map { [.heading($0)] } ?? []) + body + footer
            }, next: next)
    }

    /// Returns one record, with blocks for people and fields for programs.
    ///
    /// Without blocks, people see the fields that have a title.
    public static func one<Record: Sendable>(
        _ record: Record, _ fields: [Field<Record>], blocks: [Block]? = nil, next: [String] = []
    ) -> Output {
        Output(
            forPrograms: Lazy { .one(members(of: record, fields)) },
            forPeople: Lazy {
                blocks ?? [
                    .facts(fields.compactMap { field in field.title.map { (name: $0, value: field.cell(record)) } })
                ]
            }, next: next)
    }

    /// Returns a change: a sentence about it (with the id), the current record, and the next
    /// commands.
    public static func changed<Record: Sendable>(
        _ notice: String, _ record: Record, _ fields: [Field<Record>], next: [String]
    ) -> Output {
        var output = Output(forPrograms: Lazy { .one(members(of: record, fields)) }, forPeople: Lazy([]), next: next)
        output.notice = notice
        return output
    }

    /// Returns text that is the same for people and programs.
    public static func text(_ text: String) -> Output { Output(content: .bytes(Array(text.utf8))) }

    /// Returns an output that asks for confirmation first.
    public static func confirm(_ question: String, proceed: @escaping @Sendable () throws -> Output) -> Output {
        Output(continuation: .confirm(question: question, proceed: proceed))
    }

    /// Returns an output that runs a dialogue.
    public static func dialogue(_ dialogue: any Dialogue) -> Output { Output(continuation: .dialogue(dialogue)) }

    private static func members<Record>(of record: Record, _ fields: [Field<Record>]) -> [OutputValue.Member] {
        fields.map { OutputValue.Member($0.name, $0.value(record)) }
    }
}
