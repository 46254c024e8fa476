import Kernel
import Korean

/// Judges typed answers: right, nearly right (one letter), or wrong.
///
/// Spelling variants of a romanisation, accepted variants of hangul, decomposed and full-width typing and any case are right. What is right for
/// another term is not a slip of this one: 안 is not nearly 앞.
public struct AnswerJudge: Sendable {
    /// Which faces of a term count as an answer.
    public enum Asked: String, CaseIterable, Sendable {
        /// Names and aliases, without regard to a leading article.
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
            for face in term.searchable.faces { taken[face.compact, default: []].insert(term.id) }
        }
        self.taken = taken
    }

    /// Judges what was typed. An empty answer is wrong.
    public func judge(_ typed: String, against term: Term, asked: Asked) -> Judgement {
        let faces = term.searchable.faces.filter { Self.counts($0, asked) }
        let wanted = faces.first?.text ?? ""
        let bounded = String(String.UnicodeScalarView(typed.unicodeScalars.prefix(400)))
        let answer = Self.answer(bounded, asked)
        guard !answer.compact.isEmpty else { return Judgement(verdict: .wrong, expected: wanted) }
        if let face = faces.first(where: { Self.isSame(answer, $0) }) { return Judgement(verdict: .right, expected: face.text) }
        if let others = taken[answer.compact], !others.contains(term.id) { return Judgement(verdict: .wrong, expected: wanted) }
        if let face = faces.first(where: { $0.script == .romanization && $0.key == answer.key }), !answer.key.isEmpty {
            return Judgement(verdict: .right, expected: face.text)
        }
        if let face = faces.first(where: { Face.forgivesSlip($0.letters) && EditDistance.isAtMostOne($0.letters, answer.letters) }
        ) {
            return Judgement(verdict: .nearlyRight, expected: face.text)
        }
        return Judgement(verdict: .wrong, expected: wanted)
    }

    private static func answer(_ typed: String, _ asked: Asked) -> Face {
        Face(typed, asked == .english ? .english : Hangul.isPresent(in: NormalForm.composed(typed)) ? .hangul : .romanization)
    }

    private static func counts(_ face: Face, _ asked: Asked) -> Bool {
        switch asked {
        case .english: face.script == .english
        case .hangul: face.script.isKorean
        case .romanization: face.script == .romanization
        case .korean: face.script != .english
        }
    }

    /// Equal when folded; in English a leading article does not count.
    private static func isSame(_ answer: Face, _ face: Face) -> Bool {
        if answer.compact == face.compact { return true }
        guard face.script == .english else { return false }
        return !bare(face.words).isEmpty && bare(answer.words) == bare(face.words)
    }

    private static func bare(_ words: [String]) -> String {
        (["a", "an", "the", "to"].contains(words.first) ? words.dropFirst() : words[...]).joined()
    }
}
