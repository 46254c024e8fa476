/// A prefetch of a list by parts on other cores, while the caller takes the results in order.
package final class ParallelPrefetch<Result: Sendable>: Sendable {
    /// The greatest number of parts. More would cost too much overhead, and a server engine
    /// receives a query for each.
    private static var maxParts: Int { 8 }

    private let size: Int
    private let pipeline: ParallelPipeline<Range<Int>, Result>

    /// Starts the work if there are several cores and several parts.
    ///
    /// - Parameter minimumSize: the number of elements from which a part is worth a thread.
    package init(_ count: Int, minimumSize: Int, _ work: @escaping @Sendable (Range<Int>) -> Result) {
        let size = max(minimumSize, (count + ParallelPrefetch.maxParts - 1) / ParallelPrefetch.maxParts)
        self.size = size
        pipeline = ParallelPipeline(work)
        pipeline.add(all: stride(from: 0, to: count, by: size).map { $0..<min(count, $0 + size) })
    }

    /// Stops further parts from starting, after their consumer has ended.
    package func stop() { pipeline.stop() }

    /// Returns a range split at the boundaries of parts.
    package func parts(of range: Range<Int>) -> [Range<Int>] {
        var (parts, start): ([Range<Int>], Int) = ([], range.lowerBound)
        while start < range.upperBound {
            let end = min(range.upperBound, (start / size + 1) * size)
            parts.append(start..<end)
            start = end
        }
        return parts
    }

    package func result(of range: Range<Int>) -> Result { pipeline.result(range.lowerBound / size) }
}
