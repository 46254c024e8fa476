/// The validation of stored numbers. Files may come from any source, so decoding rejects values out
/// of range before they are used.
extension KeyedDecodingContainer {
    /// Decodes a number in a range.
    ///
    /// - Throws: `DecodingError` for a number outside the range.
    package func number(_ key: Key, within range: ClosedRange<Int>) throws -> Int {
        let number = try decode(Int.self, forKey: key)
        guard range.contains(number) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "\(number) is not within \(range)")
        }
        return number
    }
}

/// The limits of numbers in stored records.
package enum Bounds {
    /// More answers than a person gives in a life.
    package static let answers = 0...100_000_000
}
