import Content
import Practice
import Synchronization

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

extension AnswerJudge.Verdict {
    /// The rating that follows: a near miss is right with effort.
    public var rating: Rating {
        switch self {
        case .right: .good
        case .nearlyRight: .hard
        case .wrong: .again
        }
    }
}
