import Kernel
import Korean

/// Judges typed answers: right, nearly right (one letter), or wrong.
///
/// Spelling variants of a romanisation, accepted variants of hangul, decomposed and full-width typing and any case are right; in English also
/// figures for numbers, and whatever else `EnglishForm` makes equal. What is right for another term is not a slip of this one: 안 is not nearly 앞.
/// What can be read in the question is no answer to it.
public struct AnswerJudge: Sendable {
    /// Which faces of a term count as an answer.
    public enum Asked: String, CaseIterable, Sendable {
        /// Names, aliases and what a name stands for, as `EnglishForm` has them.
        case english
        /// Korean letters, accepted variants too.
        case hangul
        /// A romanisation.
        case romanization
        /// Hangul or romanisation.
        case korean
    }

    /// How an answer fares.
    public enum Verdict: String, CaseIterable, Sendable {
        /// It is the term.
        case right
        /// One letter is put in, left out, changed or swapped.
        case nearlyRight
        /// It is not the term.
        case wrong
    }

    /// A verdict and the face to show beside it.
    public struct Judgement: Hashable, Sendable {
        /// Right, nearly right or wrong.
        public let verdict: Verdict
        /// The face that the answer met or came near; for a wrong answer the one that was wanted.
        public let expected: String
    }

    private let taken: [String: Set<String>]

    /// A judge who knows the terms an answer may be confused with; with none it knows only the term it is asked about.
    public init(among terms: [Term] = []) {
        var taken: [String: Set<String>] = [:]
        for term in terms {
            for face in term.searchable.faces {
                taken[face.compact, default: []].insert(term.id)
                if face.script == .english { taken[face.form, default: []].insert(term.id) }
            }
        }
        self.taken = taken
    }

    /// Judges what was typed. An empty answer is wrong.
    ///
    /// - Parameter prompt: what stands in the question.
    public func judge(_ typed: String, against term: Term, asked: Asked, beside prompt: String = "") -> Judgement {
        let shown = ShownText(prompt)
        let faces = term.searchable.faces.filter { Self.counts($0, asked) && !shown.gives($0) }
        let wrong = Judgement(verdict: .wrong, expected: faces.first?.text ?? "")
        let answer = Self.answer(typed, asked)
        guard !answer.compact.isEmpty, !shown.holds(answer) else { return wrong }
        if let face = faces.first(where: { Self.isSame(answer, $0) }) { return Judgement(verdict: .right, expected: face.text) }
        if let others = taken[answer.compact] ?? taken[answer.form], !others.contains(term.id) { return wrong }
        if let face = faces.first(where: { $0.script == .romanization && $0.key == answer.key }), !answer.key.isEmpty {
            return Judgement(verdict: .right, expected: face.text)
        }
        if let face = faces.first(where: { Face.forgivesSlip($0.letters) && EditDistance.isAtMostOne($0.letters, answer.letters) }
        ) {
            return Judgement(verdict: .nearlyRight, expected: face.text)
        }
        return wrong
    }

    /// The one term that is called what was typed; nil where none is, or several are.
    public func meant(by typed: String, asked: Asked) -> String? {
        let answer = Self.answer(typed, asked)
        guard !answer.compact.isEmpty, let terms = taken[answer.compact] ?? taken[answer.form], terms.count == 1 else {
            return nil
        }
        return terms.first
    }

    /// Whether what was typed can be read in the question: then it says nothing of what somebody knows.
    public static func isCopied(_ typed: String, from prompt: String, asked: Asked) -> Bool {
        let answer = answer(typed, asked)
        return !answer.compact.isEmpty && ShownText(prompt).holds(answer)
    }

    private static func answer(_ text: String, _ asked: Asked) -> Face {
        let typed = String(String.UnicodeScalarView(text.unicodeScalars.prefix(400)))
        return Face(
            typed, asked == .english ? .english : Hangul.isPresent(in: NormalForm.composed(typed)) ? .hangul : .romanization)
    }

    private static func counts(_ face: Face, _ asked: Asked) -> Bool {
        switch asked {
        case .english: face.script == .english
        case .hangul: face.script.isKorean
        case .romanization: face.script == .romanization
        case .korean: face.script != .english
        }
    }

    /// Equal when folded, or in English when they mean the same.
    private static func isSame(_ answer: Face, _ face: Face) -> Bool {
        answer.compact == face.compact || (face.script == .english && answer.form == face.form)
    }
}
