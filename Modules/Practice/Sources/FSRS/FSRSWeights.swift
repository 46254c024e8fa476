import Kernel

/// The 21 weights, w0…w20, that FSRS-6 learns from a log of reviews.
package struct FSRSWeights: Hashable, Sendable {
    package static let count = 21
    package static let standard = FSRSWeights(unchecked: [
        0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614, 0.2629,
        1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
    ])
    /// The range of each weight, w0 first, as in py-fsrs 6.3.2.
    package static let bounds: [ClosedRange<Double>] = [
        0.001...100, 0.001...100, 0.001...100, 0.001...100, 1...10, 0.001...4, 0.001...4, 0.001...0.75, 0...4.5,
        0...0.8,
        0.001...3.5, 0.001...5, 0.001...0.25, 0.001...0.9, 0...4, 0...1, 1...6, 0...2, 0...2, 0...0.8, 0.1...0.8,
    ]

    /// The weights w0…w20.
    package let values: [Double]

    /// Creates custom weights.
    ///
    /// - Throws: `weightsInvalid` with the first invalid weight: a wrong count, a value out of
    ///   bounds or not a number, or a first stability (w0…w3) below that of a worse rating.
    package init(_ values: [Double]) throws {
        guard values.count == FSRSWeights.count else {
            throw FSRSWeights.refusal("FSRS-6 has \(FSRSWeights.count) weights, here are \(values.count).")
        }
        for (index, (value, bounds)) in zip(values, FSRSWeights.bounds).enumerated() where !bounds.contains(value) {
            throw FSRSWeights.refusal(
                "The weight w\(index) is \(value); it may be \(bounds.lowerBound) to \(bounds.upperBound).")
        }
        for rating in Rating.allCases.dropFirst() where values[rating.rawValue - 1] < values[rating.rawValue - 2] {
            let index = rating.rawValue - 1
            throw FSRSWeights.refusal(
                "The weight w\(index) is \(values[index]), less than w\(index - 1): a better first answer may not be worth less."
            )
        }
        self.init(unchecked: values)
    }

    private init(unchecked values: [Double]) { self.values = values }

    init(trusted values: [Double]) { self.init(unchecked: values) }

    /// Returns the failure for invalid weights.
    private static func refusal(_ message: String) -> Failure {
        Failure(
            .weightsInvalid, message,
            advice: "Take the weights as an optimiser gave them, w0 first; `default` takes those of FSRS-6.",
            kind: .usage)
    }
}
