import Kernel

/// The relevance of documents to a query: BM25 with k₁ = 1.2, b = 0.75 and a logarithm that never
/// falls below zero.
///
/// The source is Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond",
/// 2009, formula 3.15. The addend 1 is Lucene's.
package struct Relevance: Sendable {
    /// The average number of words in a document, at least 1.
    private let averageLength: Double
    /// The weight of each wanted item: rare items count more.
    private let weights: [Double]

    /// Creates the relevance from document statistics.
    ///
    /// - Parameters:
    ///   - documents: the number of all documents.
    ///   - words: the total number of their words.
    ///   - frequencies: the number of documents that contain each wanted item.
    package init(documents: Int, words: Int, frequencies: [Int]) {
        averageLength = max(1, Double(words) / Double(max(1, documents)))
        weights = frequencies.map { log(1 + (Double(documents - $0) + 0.5) / (Double($0) + 0.5)) }
    }

    /// Returns the score of a document.
    ///
    /// - Parameters:
    ///   - counts: the number of occurrences of each wanted item in the document.
    ///   - length: the number of its words.
    package func score(_ counts: some Sequence<Int>, length: Int) -> Double {
        counts.enumerated().reduce(0) { $0 + contribution(of: $1.offset, count: $1.element, length: length) }
    }

    /// Returns the contribution of one wanted item to the score.
    package func contribution(of number: Int, count: Int, length: Int) -> Double {
        let norm = 1.2 * (0.25 + 0.75 * Double(length) / averageLength)
        return weights[number] * Double(count) * 2.2 / (Double(count) + norm)
    }
}
