import Kernel

/// How well documents fit a query: BM25 with k₁ = 1.2 and b = 0.75 and the logarithm that never falls below zero (Robertson and Zaragoza,
/// "The Probabilistic Relevance Framework: BM25 and Beyond", 2009, formula 3.15; the addend 1 is Lucene's).
package struct Relevance: Sendable {
    private let averageLength: Double
    private let weights: [Double]

    /// - Parameters:
    ///   - documents: how many there are, found or not.
    ///   - words: how many words they have together.
    ///   - frequencies: how many documents have each thing that is wanted.
    package init(documents: Int, words: Int, frequencies: [Int]) {
        averageLength = max(1, Double(words) / Double(max(1, documents)))
        weights = frequencies.map { log(1 + (Double(documents - $0) + 0.5) / (Double($0) + 0.5)) }
    }

    /// - Parameters:
    ///   - counts: how often the document has each thing that is wanted.
    ///   - length: how many words it has.
    package func score(_ counts: some Sequence<Int>, length: Int) -> Double {
        counts.enumerated().reduce(0) { $0 + share(of: $1.offset, count: $1.element, length: length) }
    }

    /// What one of the things that are wanted adds to the score.
    package func share(of number: Int, count: Int, length: Int) -> Double {
        let norm = 1.2 * (0.25 + 0.75 * Double(length) / averageLength)
        return weights[number] * Double(count) * 2.2 / (Double(count) + norm)
    }
}
