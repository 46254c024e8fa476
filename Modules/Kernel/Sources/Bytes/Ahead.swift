/// Work on a list, part by part, that other cores do ahead while somebody takes one part after the other.
package final class Ahead<Result: Sendable>: Sendable {
    /// More parts are not worth their beginnings, and an engine on a server hears of each by itself.
    private static var most: Int { 8 }

    private let size: Int
    private let relay: Relay<Range<Int>, Result>

    /// Begins where there is more than one core, and more than one part.
    ///
    /// - Parameter least: a part with fewer elements is not worth a thread.
    package init(_ count: Int, least: Int, _ work: @escaping @Sendable (Range<Int>) -> Result) {
        let size = max(least, (count + Ahead.most - 1) / Ahead.most)
        (self.size, relay) = (size, Relay(work))
        relay.add(all: stride(from: 0, to: count, by: size).map { $0..<min(count, $0 + size) })
    }

    /// Nothing more is begun: whoever wanted it has gone.
    package func stop() { relay.stop() }

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
    package func result(of range: Range<Int>) -> Result { relay.result(range.lowerBound / size) }
}
