import Content
import Kernel

/// The language in which a learner reads what is taught, where it is not English: what is typed in it is as right as the English.
public struct AnswerLanguage: Hashable, Sendable {
    private let says: @Sendable (String) -> String?

    /// A language, by what it says for an English text; nil where it has no words for it, or none that may be told.
    public init(_ says: @escaping @Sendable (String) -> String?) { self.says = says }

    /// English, which needs no other words.
    public static let english = AnswerLanguage { _ in nil }

    /// The English of what was typed; nil where it is none of these texts in this language. Accents, capitals and articles are forgiven as in English.
    public func english(of typed: String, among texts: [String]) -> String? {
        guard let grade = Grade(id: "10k") else { return nil }
        return texts.first { text in
            guard let words = says(text), words != text else { return false }
            return ([words] + words.split(separator: ",").map(String.init)).contains { said in
                let term = Term(
                    id: "said", grade: grade, category: Content.Category(rawValue: "theory"), english: AnswerLanguage.bare(said),
                    hangul: "", romanization: "")
                return AnswerJudge().judge(AnswerLanguage.bare(typed), against: term, asked: .english).verdict == .right
            }
        }
    }

    /// Without the article before it.
    private static func bare(_ text: String) -> String {
        let text = text.trimmed()
        for article in articles where text.lowercased().hasPrefix(article) { return String(text.dropFirst(article.count)) }
        return text
    }

    private static let articles = ["el ", "la ", "los ", "las ", "un ", "una ", "le ", "les ", "une ", "des ", "l’", "l'"]

    /// Who speaks it is no part of who learns.
    public static func == (left: Self, right: Self) -> Bool { true }

    /// Nothing.
    public func hash(into hasher: inout Hasher) {}
}
