import Dispatch
import Synchronization

/// A pipeline that works on parts on other cores while the caller adds parts or takes results.
///
/// A caller that needs an unstarted part performs it itself, and so never waits for a busy core.
package final class ParallelPipeline<Part: Sendable, Result: Sendable>: Sendable {
    private enum Stage {
        case waiting(Part)
        case running
        case done(Result)

        var part: Part? { if case .waiting(let part) = self { part } else { nil } }
    }

    private struct State {
        var stages: [Stage] = []
        /// No part before this index is waiting.
        var firstWaiting = 0
        var helpers = 0
        var isStopped = false

        var waiting: Int { isStopped ? 0 : stages.count - firstWaiting }

        /// Takes a waiting part: the one of the given number, or the first.
        mutating func claim(_ number: Int? = nil) -> (number: Int, part: Part)? {
            while firstWaiting < stages.count, stages[firstWaiting].part == nil { firstWaiting += 1 }
            let number = number ?? firstWaiting
            guard !isStopped, number < stages.count, let part = stages[number].part else { return nil }
            stages[number] = .running
            return (number, part)
        }
    }

    private let work: @Sendable (Part) -> Result
    private let state = Mutex(State())
    private let isDone = DispatchSemaphore(value: 0)

    package init(_ work: @escaping @Sendable (Part) -> Result) { self.work = work }

    /// Stops further parts from starting, after their consumer has ended.
    package func stop() { state.withLock { $0.isStopped = true } }

    /// Adds all parts at once. The consumer of the results performs one of them.
    package func add(all parts: [Part]) { add(parts, helpers: min(ParallelWork.helperLimit, parts.count - 1)) }

    /// Adds a part. If too many parts wait for the other cores, the caller performs one.
    package func add(_ part: Part) {
        add([part], helpers: 1)
        while state.withLock({ $0.waiting > ParallelWork.helperLimit }), performNext() {}
    }

    private func add(_ parts: [Part], helpers: Int) {
        let new = state.withLock { state in
            state.stages += parts.map { .waiting($0) }
            let new = max(0, min(helpers, ParallelWork.helperLimit - state.helpers))
            state.helpers += new
            return new
        }
        for _ in 0..<new {
            DispatchQueue.global().async {
                while self.performNext() { self.isDone.signal() }
                self.state.withLock { $0.helpers -= 1 }
            }
        }
    }

    /// Returns the result of a part by its number, from 0.
    package func result(_ number: Int) -> Result {
        while true {
            let (result, claimed) = state.withLock { state -> (Result?, (number: Int, part: Part)?) in
                if case .done(let result) = state.stages[number] { (result, nil) } else { (nil, state.claim(number)) }
            }
            if let result { return result }
            if let claimed { finish(claimed) } else { isDone.wait() }
        }
    }

    package func results() -> [Result] {
        while performNext() {}
        return (0..<state.withLock { $0.stages.count }).map(result)
    }

    /// Performs the first unstarted part.
    ///
    /// - Returns: whether there was one.
    private func performNext() -> Bool {
        guard let next = state.withLock({ $0.claim() }) else { return false }
        finish(next)
        return true
    }

    private func finish(_ claimed: (number: Int, part: Part)) {
        let result = work(claimed.part)
        state.withLock { $0.stages[claimed.number] = .done(result) }
    }
}
