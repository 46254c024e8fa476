import Dispatch

/// Work on a list, divided among the processor's cores.
package enum ParallelWork {
    private static let maxThreads = 4
    private static let cores = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    /// The number of additional threads that may help the current one.
    static var helperLimit: Int { max(0, min(maxThreads, cores) - 1) }

    /// Runs a body over slices of a range on separate threads, and returns the results in order.
    ///
    /// - Parameter minimumSize: the number of elements from which a slice is worth a thread.
    package static func map<Result: Sendable>(_ count: Int, minimumSize: Int, _ body: @Sendable (Range<Int>) -> Result)
        -> [Result]
    {
        let useful = min(maxThreads, count / max(1, minimumSize))
        // The number of cores is read from a file, so it is read once and never for a small
        // transaction.
        let threads = useful > 1 ? min(useful, cores) : 1
        guard threads > 1 else { return [body(0..<count)] }
        var results = [Result?](repeating: nil, count: threads)
        results.withUnsafeMutableBufferPointer { results in
            // Every thread writes its own element.
            nonisolated(unsafe) let results = results
            DispatchQueue.concurrentPerform(iterations: threads) { number in
                results[number] = body(count * number / threads..<count * (number + 1) / threads)
            }
        }
        return results.compactMap(\.self)
    }
}
