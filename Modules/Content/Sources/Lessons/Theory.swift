import Kernel

/// A page of theory: a text to read, and questions that it answers.
package struct TheoryTopic: Hashable, Identifiable, Sendable, Graded {
    /// The subjects of pages, in the order of display.
    package enum Subject: String, Sendable, CaseIterable, Comparable {
        case belt
        case pattern
        case tenets
        case oath
        case history
        /// The purpose of the art: right conduct and judgment.
        case philosophy
        case etiquette
        case grading
        /// The theory of power, sections and terms.
        case knowledge
        case teaching

        /// Orders subjects for display.
        package static func < (left: Subject, right: Subject) -> Bool { left.isDeclared(before: right) }
    }

    /// A question and its answer.
    package struct Question: Hashable, Sendable {
        package let prompt: String
        package let answer: String
        package let alternativeAnswers: [String]
        /// Wrong answers for a multiple-choice question; may be empty.
        package let wrong: [String]
    }

    /// A unique and stable identifier, the key of stored progress.
    package let id: String
    package let grade: Grade
    package let subject: Subject
    package let title: String
    package let text: [String]
    package let questions: [Question]
    /// The uncertain details; may be empty.
    package let doubt: String
    /// The sources, by the short names that the packs explain; may be empty.
    package let sources: [String]

    package static let searchKind = "theory"

    /// The search keys of the page: its title.
    package var searchable: Searchable { Searchable(id: id, kind: Self.searchKind, english: [title]) }
}

extension Curriculum {
    /// Returns all pages of theory, ordered by grade and subject.
    package func theory() -> Reading<[TheoryTopic]> {
        read("theory", Self.topic) { ($0.grade, $0.subject) < ($1.grade, $1.subject) }
    }

    /// Reads a topic with its questions; nil without a valid grade and subject.
    private static func topic(_ entry: inout EntryReader, _ id: String) -> TheoryTopic? {
        let grade = Self.grade(&entry)
        let subject = entry.choice("subject", TheoryTopic.Subject.self, isRequired: true)
        let title = entry.text("title")
        let text = entry.paragraphs("text")
        let questions = entry.objects("questions") { question -> TheoryTopic.Question? in
            TheoryTopic.Question(
                prompt: question.text("ask", limit: EntryReader.noteLimit),
                answer: question.text("answer", limit: EntryReader.noteLimit),
                alternativeAnswers: question.paragraphs("also"),
                wrong: question.paragraphs("wrong"))
        }
        let doubt = entry.text("doubt", isRequired: false, limit: EntryReader.noteLimit)
        let sources = entry.texts("sources")
        guard let grade, let subject else { return nil }
        return TheoryTopic(
            id: id, grade: grade, subject: subject, title: title, text: text, questions: questions, doubt: doubt,
            sources: sources
        )
    }
}

extension EntryReader {
    /// Reads a list of paragraphs, each with the length limit of a note.
    mutating func paragraphs(_ name: String) -> [String] {
        guard let value = value(name) else { return [] }
        guard case .array(let items) = value, items.count <= Self.listLimit else {
            record(.schema, name, "A list of at most \(Self.listLimit) paragraphs is expected.", "Write [\"…\"].")
            return []
        }
        return items.compactMap { item in
            var itemReader = EntryReader(
                file: file, entry: entry, value: .object([OrderedJSON.Member(name: name, value: item)]))
            let text = itemReader.text(name, limit: Self.noteLimit)
            for finding in itemReader.findings {
                record(finding.rule, name, finding.sentence, finding.advice, severity: finding.severity)
            }
            return text.isEmpty ? nil : text
        }
    }
}
