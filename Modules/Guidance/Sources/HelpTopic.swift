/// A page of help: what something is for, how to go about it, and what people ask.
public struct HelpTopic: Sendable {
    /// A question that people ask, and its answer.
    public struct Question: Hashable, Sendable {
        /// As somebody would ask it, with its question mark.
        public let question: String
        /// One paragraph, however it was written.
        public var answer: String { text.inOneLine }
        private let text: String
        /// Where it stands among the questions of all features: the lowest comes first.
        public let rank: Int

        /// A question and its answer.
        public init(_ question: String, _ answer: String, rank: Int = 50) {
            (self.question, text, self.rank) = (question, answer, rank)
        }
    }

    /// The topic's name, as it is typed: `help flashcards`. A topic that has a command's name stands below that command's own help.
    public let id: String
    /// What people see.
    public let title: String
    /// What it says.
    public var paragraphs: [String] { texts.flatMap(\.paragraphs) }
    /// As they were written: every start of an app makes all topics, and few show one.
    private let texts: [String]
    /// The names of the commands that it is about: `study`, `profile add`. Their summaries are shown, so they need no text here.
    public let commands: [String]
    /// What people ask.
    public let questions: [Question]
    /// Whether it gives way to a topic of the same name that says more of this app.
    public let isGeneral: Bool
    /// Where it stands among the topics of all features: the lowest comes first.
    public let rank: Int

    /// A topic. Texts may be written over several lines; in `paragraphs` an empty line ends one as well.
    public init(
        _ id: String, _ title: String, paragraphs: [String] = [], commands: [String] = [], questions: [Question] = [],
        isGeneral: Bool = false, rank: Int = 50
    ) {
        (self.id, self.title, self.commands, self.questions, self.isGeneral) = (id, title, commands, questions, isGeneral)
        (texts, self.rank) = (paragraphs, rank)
    }
}
