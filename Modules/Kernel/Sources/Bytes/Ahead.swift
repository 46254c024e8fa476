import Dispatch
import Synchronization

/// Work on a list, part by part, that other cores do ahead while somebody takes one part after the other. Who comes to a part that nobody has begun does it alone,
/// so that nobody waits for a core that is busy elsewhere.
package final class Ahead<Result: Sendable>: Sendable {
    private enum Part {
        case waiting, underWay
        case done(Result)
    }

    /// More parts are not worth their beginnings, and an engine on a server hears of each by itself.
    private static var most: Int { 8 }

    private let count: Int
    private let size: Int
    private let work: @Sendable (Range<Int>) -> Result
    private let parts: Mutex<[Part]>
    private let isDone = DispatchSemaphore(value: 0)

    /// Begins where there is more than one core, and more than one part.
    ///
    /// - Parameter least: a part with fewer elements is not worth a thread.
    package init(_ count: Int, least: Int, _ work: @escaping @Sendable (Range<Int>) -> Result) {
        (self.count, self.work) = (count, work)
        size = max(least, (count + Ahead.most - 1) / Ahead.most)
        let number = (count + size - 1) / size
        parts = Mutex(Array(repeating: .waiting, count: number))
        for _ in 0..<max(0, min(Cores.others, number - 1)) { DispatchQueue.global().async { while self.doOne() {} } }
    }

    /// Nothing more is begun: whoever wanted it has gone.
    package func stop() { parts.withLock { $0.removeAll() } }

    /// A range cut where parts meet.
    package func parts(of range: Range<Int>) -> [Range<Int>] {
        var (found, start): ([Range<Int>], Int) = ([], range.lowerBound)
        while start < range.upperBound {
            let end = min(range.upperBound, (start / size + 1) * size)
            found.append(start..<end)
            start = end
        }
        return found
    }

    /// What was made of the part in which a range lies.
    package func result(of range: Range<Int>) -> Result {
        let number = range.lowerBound / size
        while true {
            let (result, isOurs) = parts.withLock { parts -> (Result?, Bool) in
                switch parts[number] {
                case .waiting:
                    parts[number] = .underWay
                    return (nil, true)
                case .underWay: return (nil, false)
                case .done(let result): return (result, false)
                }
            }
            if let result { return result }
            if isOurs { finish(number) } else { isDone.wait() }
        }
    }

    /// Does the first part that nobody has begun.
    ///
    /// - Returns: whether there was one.
    private func doOne() -> Bool {
        let number = parts.withLock { parts -> Int? in
            let number = parts.firstIndex { if case .waiting = $0 { true } else { false } }
            if let number { parts[number] = .underWay }
            return number
        }
        guard let number else { return false }
        finish(number)
        isDone.signal()
        return true
    }

    private func finish(_ number: Int) {
        let result = work(number * size..<min(count, (number + 1) * size))
        parts.withLock { if number < $0.count { $0[number] = .done(result) } }
    }
}
