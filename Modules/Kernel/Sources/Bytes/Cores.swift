import Dispatch

/// Work on a list that is shared out among the processor's cores.
package enum Cores {
    private static let most = 4
    private static let cores = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    /// So many may help whoever is at work.
    static var others: Int { max(0, min(most, cores) - 1) }

    /// Runs a body over slices of a range, each on a thread of its own, and gives the results in the order of the slices.
    ///
    /// - Parameter least: a slice with fewer elements is not worth a thread.
    package static func map<Result: Sendable>(_ count: Int, least: Int, _ body: @Sendable (Range<Int>) -> Result) -> [Result] {
        let worth = min(most, count / max(1, least))
        // Asking for the number of cores opens a file: not for every small transaction, and once.
        let threads = worth > 1 ? min(worth, cores) : 1
        guard threads > 1 else { return [body(0..<count)] }
        var results = [Result?](repeating: nil, count: threads)
        results.withUnsafeMutableBufferPointer { results in
            // Every thread writes a place of its own.
            nonisolated(unsafe) let results = results
            DispatchQueue.concurrentPerform(iterations: threads) { number in
                results[number] = body(count * number / threads..<count * (number + 1) / threads)
            }
        }
        return results.compactMap(\.self)
    }
}
