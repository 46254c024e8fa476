import Content
import Kernel
import Synchronization

/// What a test makes of a typed answer.
public struct Judged: Hashable, Sendable {
    /// Right, nearly right (one letter), or wrong.
    public let verdict: AnswerJudge.Verdict
    /// What was wanted, in full.
    public let wanted: String

    /// The rating that follows: a near miss is right with effort.
    public var rating: Rating {
        switch verdict {
        case .right: .good
        case .nearlyRight: .hard
        case .wrong: .again
        }
    }
}

extension Flashcards {
    /// What a typed answer is worth. Where there are choices, a number stands for one of them, from 1.
    public func judgement(of text: String, for question: Question) -> Judged {
        if let number = Int(text), question.choices.indices.contains(number - 1) {
            let isRight = question.choices[number - 1].id == question.term.id
            return Judged(verdict: isRight ? .right : .wrong, wanted: question.answer)
        }
        let judgement = judge.judge.judge(text, against: question.term, asked: question.asked)
        return Judged(verdict: judgement.verdict, wanted: question.answer)
    }
}

/// The judge knows every term; made when the first answer is judged, because most commands judge none.
final class LazyJudge: Sendable {
    private let terms: [Term]
    private let made = Mutex<AnswerJudge?>(nil)

    init(_ terms: [Term]) { self.terms = terms }

    var judge: AnswerJudge {
        made.withLock { made in
            let judge = made ?? AnswerJudge(among: terms)
            made = judge
            return judge
        }
    }
}
