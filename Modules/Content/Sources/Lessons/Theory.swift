/// A page of theory: a text to read, and questions that it answers.
public struct TheoryTopic: Hashable, Identifiable, Sendable, Graded {
    /// What pages are about, in the order of display.
    public enum Subject: String, Sendable, CaseIterable, Comparable {
        /// The colour of the belt.
        case belt
        /// The meaning of the pattern.
        case pattern
        /// The five tenets.
        case tenets
        /// The student’s oath.
        case oath
        /// Where it comes from.
        case history
        /// What it is done for: right conduct, and how one is to judge.
        case philosophy
        /// How one behaves.
        case etiquette
        /// What is asked to pass.
        case grading
        /// Power, sections, terms: how it works.
        case knowledge
        /// What a black belt passes on.
        case teaching

        /// In the order of display.
        public static func < (left: Subject, right: Subject) -> Bool { left.stands(before: right) }
    }

    /// A question and its answer.
    public struct Question: Hashable, Sendable {
        /// What is asked.
        public let ask: String
        /// What is right.
        public let answer: String
        /// Further wordings that are right.
        public let alsoRight: [String]
        /// Answers that are wrong, for a choice; may be empty.
        public let wrong: [String]
    }

    /// Unique and stable: progress is stored under it.
    public let id: String
    /// The grade at which it is learned.
    public let grade: Grade
    /// What it is about.
    public let subject: Subject
    /// The line above the page, and what lists show.
    public let title: String
    /// Paragraphs.
    public let text: [String]
    /// What it answers.
    public let questions: [Question]
    /// What is not sure about it; may be empty.
    public let doubt: String
    /// What it rests on, by the short names that the packs explain; may be empty.
    public let sources: [String]

    /// The kind of every page’s document.
    public static let searchKind = "theory"

    /// The page’s faces: its title.
    public var searchable: Searchable { Searchable(id: id, kind: Self.searchKind, english: [title]) }
}

extension Curriculum {
    /// All pages of theory, by grade and subject.
    public func theory() -> Reading<[TheoryTopic]> {
        read("theory", Self.topic) { ($0.grade, $0.subject) < ($1.grade, $1.subject) }
    }

    private static func topic(_ entry: inout EntryReader, _ id: String) -> TheoryTopic? {
        let grade = Self.grade(&entry)
        let subject = entry.choice("subject", TheoryTopic.Subject.self, isRequired: true)
        let title = entry.text("title")
        let text = entry.paragraphs("text")
        let questions = entry.objects("questions") { question -> TheoryTopic.Question? in
            TheoryTopic.Question(
                ask: question.text("ask", limit: EntryReader.noteLimit),
                answer: question.text("answer", limit: EntryReader.noteLimit), alsoRight: question.paragraphs("also"),
                wrong: question.paragraphs("wrong"))
        }
        let doubt = entry.text("doubt", isRequired: false, limit: EntryReader.noteLimit)
        let sources = entry.texts("sources")
        guard let grade, let subject else { return nil }
        return TheoryTopic(
            id: id, grade: grade, subject: subject, title: title, text: text, questions: questions, doubt: doubt, sources: sources
        )
    }
}

extension EntryReader {
    /// A list of paragraphs, each as long as a note may be.
    mutating func paragraphs(_ name: String) -> [String] {
        guard let value = value(name) else { return [] }
        guard case .array(let items) = value, items.count <= Self.listLimit else {
            note(.schema, name, "A list of at most \(Self.listLimit) paragraphs is expected.", "Write [\"…\"].")
            return []
        }
        return items.compactMap { item in
            var inner = EntryReader(file: file, entry: entry, value: .object([PackField(name: name, value: item)]))
            let text = inner.text(name, limit: Self.noteLimit)
            for finding in inner.findings {
                note(finding.rule, name, finding.sentence, finding.advice, severity: finding.severity)
            }
            return text.isEmpty ? nil : text
        }
    }
}
