/// The distance between two spellings.
package enum EditDistance {
    /// Returns whether one letter inserted, omitted, changed or swapped with its neighbor explains
    /// the difference.
    ///
    /// The algorithm is linear, fast enough for a search.
    package static func isAtMostOne<Letter: Equatable>(_ left: [Letter], _ right: [Letter]) -> Bool {
        guard abs(left.count - right.count) <= 1 else { return false }
        var start = 0
        while start < min(left.count, right.count), left[start] == right[start] { start += 1 }
        var leftEnd = left.count
        var rightEnd = right.count
        while leftEnd > start, rightEnd > start, left[leftEnd - 1] == right[rightEnd - 1] {
            leftEnd -= 1
            rightEnd -= 1
        }
        let leftRest = left[start..<leftEnd]
        let rightRest = right[start..<rightEnd]
        if leftRest.count <= 1, rightRest.count <= 1 { return true }
        return leftRest.count == 2 && rightRest.count == 2 && leftRest.first == rightRest.last
            && leftRest.last == rightRest.first
    }
}
