import Content
import Kernel
import Practice

/// One thing that a lesson asks for: something to be done, which the learner judges, or something to be known, which is asked.
public struct LessonTask: Hashable, Sendable {
    /// A line of what is shown: what it is, and the words.
    public struct Fact: Hashable, Sendable {
        /// What it is: `Attack`.
        public let name: String
        /// The words.
        public let text: String

        init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }
    }

    /// How it is answered.
    public enum Form: Hashable, Sendable {
        /// Done with the body, which no program sees: what is to be uncovered, one part after the other, and then the learner's own mark.
        case done(uncovering: [[Fact]])
        /// Known, and asked.
        case asked(AnswerKey)
        /// A page, to be read.
        case read(TheoryTopic)
    }

    /// What it counts for.
    public let item: Target
    /// Where in the lesson it stands: `Three-step sparring 1, step 2 of 3`.
    public let title: String
    /// What is asked for.
    public let ask: String
    /// What is shown with it.
    public let facts: [Fact]
    /// How it is answered.
    public let form: Form
    /// What is offered for a question; empty when it is typed, or done.
    public internal(set) var choices: [String] = []

    init(_ item: Target, title: String, ask: String, facts: [Fact] = [], form: Form) {
        (self.item, self.title, self.ask, self.facts, self.form) = (item, title, ask, facts, form)
    }

    /// What is uncovered one part after the other; nothing for what is asked.
    public var stages: [[Fact]] {
        if case .done(let stages) = form { return stages }
        return []
    }

    /// The key of a question; nil for what is done.
    public var key: AnswerKey? {
        if case .asked(let key) = form { return key }
        return nil
    }
}

extension Target {
    /// The word and the number of a part such as `defence-2`; the number is 0 where there is none.
    var place: (word: String, number: Int) {
        let pieces = part.split(separator: "-", maxSplits: 1)
        return (pieces.first.map(String.init) ?? "", pieces.count > 1 ? Int(pieces[1]) ?? 0 : 0)
    }
}
