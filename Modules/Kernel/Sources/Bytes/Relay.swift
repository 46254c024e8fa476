import Dispatch
import Synchronization

/// Work on parts that come one after the other: other cores do those that are there, while somebody brings more or takes results. Whoever comes to a part that nobody
/// has begun does it alone, so that nobody waits for a core that is busy elsewhere.
package final class Relay<Part: Sendable, Result: Sendable>: Sendable {
    private enum Stage {
        case waiting(Part)
        case underWay
        case done(Result)

        var part: Part? { if case .waiting(let part) = self { part } else { nil } }
    }

    private struct State {
        var stages: [Stage] = []
        /// Nothing before it waits.
        var begun = 0
        var helpers = 0
        var isOver = false

        var waiting: Int { isOver ? 0 : stages.count - begun }

        /// Takes a part that waits: the one of this number, else the first.
        mutating func take(_ number: Int? = nil) -> (number: Int, part: Part)? {
            while begun < stages.count, stages[begun].part == nil { begun += 1 }
            let number = number ?? begun
            guard !isOver, number < stages.count, let part = stages[number].part else { return nil }
            stages[number] = .underWay
            return (number, part)
        }
    }

    private let work: @Sendable (Part) -> Result
    private let state = Mutex(State())
    private let isDone = DispatchSemaphore(value: 0)

    package init(_ work: @escaping @Sendable (Part) -> Result) { self.work = work }

    /// Nothing more is begun: whoever wanted it has gone.
    package func stop() { state.withLock { $0.isOver = true } }

    /// Brings parts that are all there are: one of them is for whoever takes the results.
    package func add(all parts: [Part]) { add(parts, helpers: min(Cores.others, parts.count - 1)) }

    /// Brings a part behind which more may come. If more wait than others can begin, whoever brings it does one.
    package func add(_ part: Part) {
        add([part], helpers: 1)
        while state.withLock({ $0.waiting > Cores.others }), doOne() {}
    }

    private func add(_ parts: [Part], helpers: Int) {
        let new = state.withLock { state in
            state.stages += parts.map { .waiting($0) }
            let new = max(0, min(helpers, Cores.others - state.helpers))
            state.helpers += new
            return new
        }
        for _ in 0..<new {
            DispatchQueue.global().async {
                while self.doOne() { self.isDone.signal() }
                self.state.withLock { $0.helpers -= 1 }
            }
        }
    }

    /// What was made of a part, by its number from 0.
    package func result(_ number: Int) -> Result {
        while true {
            let (result, ours) = state.withLock { state -> (Result?, (number: Int, part: Part)?) in
                if case .done(let result) = state.stages[number] { (result, nil) } else { (nil, state.take(number)) }
            }
            if let result { return result }
            if let ours { finish(ours) } else { isDone.wait() }
        }
    }

    /// What was made of all parts, in their order.
    package func results() -> [Result] {
        while doOne() {}
        return (0..<state.withLock { $0.stages.count }).map(result)
    }

    /// Does the first part that nobody has begun.
    ///
    /// - Returns: whether there was one.
    private func doOne() -> Bool {
        guard let next = state.withLock({ $0.take() }) else { return false }
        finish(next)
        return true
    }

    private func finish(_ taken: (number: Int, part: Part)) {
        let result = work(taken.part)
        state.withLock { $0.stages[taken.number] = .done(result) }
    }
}
