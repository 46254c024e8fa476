import Focus
import Kernel

/// A list of tasks with parts below the tasks that contain them.
enum TaskTree {
    /// Returns the rows with each part after the task that contains it, if both are in the list.
    ///
    /// A containing task moves up to the first position of its family, so an urgent part keeps its
    /// rank. A cycle is cut at the first task found.
    static func nested(_ rows: [TaskList.Numbered]) -> [TaskList.Numbered] {
        let place = Dictionary(rows.indices.map { (rows[$0].row.task.id, $0) }, uniquingKeysWith: { first, _ in first })
        let whole = rows.map { row in row.row.task.parent.flatMap { $0 == row.row.task.id ? nil : place[$0] } }
        guard whole.contains(where: { $0 != nil }) else { return rows }
        var parts: [Int: [Int]] = [:]
        for (part, whole) in whole.enumerated() { if let whole { parts[whole, default: []].append(part) } }
        var found = [TaskList.Numbered]()
        var isTold = [Bool](repeating: false, count: rows.count)
        for start in rows.indices where !isTold[start] {
            var top = start
            var seen = Set([start])
            while let above = whole[top], !isTold[above], seen.insert(above).inserted { top = above }
            var stack = [(place: top, depth: 0)]
            while let next = stack.popLast() {
                guard !isTold[next.place] else { continue }
                isTold[next.place] = true
                var row = rows[next.place]
                row.row.depth = next.depth
                found.append(row)
                stack += (parts[next.place] ?? []).reversed().map { ($0, next.depth + 1) }
            }
        }
        return found
    }
}
