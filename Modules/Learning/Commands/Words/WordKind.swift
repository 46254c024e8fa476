import Content
import Interface
import Kernel
import Learning

extension ValueKind where Value == Term {
    /// Returns a value kind for an open word, given by identifier, English, Hangul or romanization.
    static func word(_ flashcards: @escaping @Sendable () throws -> Flashcards) -> ValueKind<Term> {
        ValueKind<Term>(
            "TERM", values: "its id, or the word itself",
            candidates: { typed in
                let terms = (try? flashcards()).map { $0.learner.syllabus.opened(in: $0.library.terms) } ?? []
                return terms.map(\.id).filter { $0.hasPrefix(typed) }
            }
        ) { typed, _ in
            let flashcards = try flashcards()
            let terms = flashcards.learner.syllabus.opened(in: flashcards.library.terms)
            if let exact = terms.first(where: { $0.id == typed }) { return exact }
            let folded = Folding.compact(typed)
            let matches = terms.filter { term in
                [term.english, term.hangul, term.romanization].contains { !$0.isEmpty && Folding.compact($0) == folded }
            }
            guard matches.count == 1, let match = matches.first, !folded.isEmpty else {
                throw Failure(
                    .noSuchWord,
                    matches.isEmpty
                        ? "There is no word “\(Folding.printable(typed))” in your grades."
                        : "“\(Folding.printable(typed))” may mean several words.",
                    advice: matches.isEmpty
                        ? "`search WORD` finds it." : "Use an id: \(matches.map(\.id).joined(separator: ", ")).",
                    kind: .usage)
            }
            return match
        }
    }
}
