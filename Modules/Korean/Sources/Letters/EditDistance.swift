/// How far two spellings are apart.
package enum EditDistance {
    /// Letters put in, left out, changed, or swapped with their neighbour (optimal string alignment).
    static func between<Letter: Equatable>(_ left: [Letter], _ right: [Letter]) -> Int {
        var older: [Int] = []
        var previous = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            current.reserveCapacity(right.count + 1)
            for column in right.indices {
                let change = previous[column] + (left[row] == right[column] ? 0 : 1)
                var best = min(change, previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, older[column - 1] + 1)
                }
                current.append(best)
            }
            older = previous
            previous = current
        }
        return previous[right.count]
    }

    /// Whether one letter put in, left out, changed or swapped with its neighbour is enough. Linear, so a search can afford it.
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
        return leftRest.count == 2 && rightRest.count == 2 && leftRest.first == rightRest.last && leftRest.last == rightRest.first
    }
}
