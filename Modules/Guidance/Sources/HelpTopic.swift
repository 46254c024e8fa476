/// A help page with the purpose of a feature, instructions and frequent questions.
public struct HelpTopic: Sendable {
    /// A frequent question with its answer.
    public struct Question: Hashable, Sendable {
        public let question: String
        /// The answer in one line.
        public var answer: String { text.inOneLine }
        private let text: String
        /// The rank among the questions of all features, lowest first.
        public let rank: Int

        public init(_ question: String, _ answer: String, rank: Int = 50) {
            self.question = question
            text = answer
            self.rank = rank
        }
    }

    /// The name to type: `help flashcards`. A topic with a command's name appears below that
    /// command's help.
    public let id: String
    public let title: String
    /// The paragraphs of the page.
    public var paragraphs: [String] { texts.flatMap(\.paragraphs) }
    /// The unparsed texts, because every app start creates all topics but shows few.
    private let texts: [String]
    /// The related commands, such as `study` or `profile add`. The page shows their summaries.
    public let commands: [String]
    public let questions: [Question]
    /// Whether a more specific topic of the same name replaces this one.
    public let isGeneral: Bool
    /// The rank among the topics of all features, lowest first.
    public let rank: Int

    /// Creates a topic. Texts may span several lines. In `paragraphs`, an empty line also ends a
    /// paragraph.
    public init(
        _ id: String, _ title: String, paragraphs: [String] = [], commands: [String] = [], questions: [Question] = [],
        isGeneral: Bool = false, rank: Int = 50
    ) {
        self.id = id
        self.title = title
        self.commands = commands
        self.questions = questions
        self.isGeneral = isGeneral
        texts = paragraphs
        self.rank = rank
    }
}
