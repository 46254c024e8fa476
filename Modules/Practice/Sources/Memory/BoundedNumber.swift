/// Stored numbers come from files that anybody may have written: what is out of range is refused when it is read, before it is reckoned with.
extension KeyedDecodingContainer {
    /// A number in a range.
    ///
    /// - Throws: `DecodingError` for what is outside it.
    package func number(_ key: Key, within range: ClosedRange<Int>) throws -> Int {
        let number = try decode(Int.self, forKey: key)
        guard range.contains(number) else {
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "\(number) is not within \(range)")
        }
        return number
    }
}

/// Numbers that no stored record may exceed.
package enum Bounds {
    /// More answers than anybody gives in a life.
    package static let answers = 0...100_000_000
}
