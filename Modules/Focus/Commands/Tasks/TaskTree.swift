import Focus
import Kernel

/// Parts below their wholes.
enum TaskTree {
    /// The same rows, each behind the one it is a part of where that is among them. A whole stands where the first of its family stood, so that no part
    /// that presses is hidden behind it. A circle is cut where it is met first.
    static func nested(_ rows: [TaskList.Numbered]) -> [TaskList.Numbered] {
        let place = Dictionary(rows.indices.map { (rows[$0].row.task.id, $0) }, uniquingKeysWith: { first, _ in first })
        let whole = rows.map { row in row.row.task.parent.flatMap { $0 == row.row.task.id ? nil : place[$0] } }
        guard whole.contains(where: { $0 != nil }) else { return rows }
        var parts: [Int: [Int]] = [:]
        for (part, whole) in whole.enumerated() { if let whole { parts[whole, default: []].append(part) } }
        var (found, isTold) = ([TaskList.Numbered](), [Bool](repeating: false, count: rows.count))
        for start in rows.indices where !isTold[start] {
            var (top, seen) = (start, Set([start]))
            while let above = whole[top], !isTold[above], seen.insert(above).inserted { top = above }
            var left = [(place: top, depth: 0)]
            while let next = left.popLast() {
                guard !isTold[next.place] else { continue }
                isTold[next.place] = true
                var row = rows[next.place]
                row.row.depth = next.depth
                found.append(row)
                left += (parts[next.place] ?? []).reversed().map { ($0, next.depth + 1) }
            }
        }
        return found
    }
}
