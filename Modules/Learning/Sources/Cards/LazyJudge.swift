import Content
import Practice
import Synchronization

/// A judge of every term, created when it judges the first answer, because most commands judge
/// none.
package final class LazyJudge: Sendable {
    private let terms: [Term]
    private let cache = Mutex<AnswerJudge?>(nil)

    package init(_ terms: [Term]) { self.terms = terms }

    package var judge: AnswerJudge {
        cache.withLock { cache in
            let judge = cache ?? AnswerJudge(among: terms)
            cache = judge
            return judge
        }
    }
}

extension AnswerJudge.Verdict {
    /// The rating for the verdict. A near miss counts as right with effort.
    package var rating: Rating {
        switch self {
        case .right: .good
        case .nearlyRight: .hard
        case .wrong: .again
        }
    }
}
