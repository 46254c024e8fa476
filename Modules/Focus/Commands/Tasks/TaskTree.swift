import Focus
import Kernel

/// A list of tasks with parts below the tasks that contain them.
enum TaskTree {
    /// Returns the rows with each part after the task that contains it, if both are in the list.
    ///
    /// A containing task moves up to the first position of its family, so an urgent part keeps its
    /// rank. A cycle is cut at the first task found.
    static func nested(_ rows: [TaskList.Numbered]) -> [TaskList.Numbered] {
        let indexByID = Dictionary(
            rows.indices.map { (rows[$0].row.task.id, $0) }, uniquingKeysWith: { first, _ in first })
        let containers = rows.map { row in row.row.task.parent.flatMap { $0 == row.row.task.id ? nil : indexByID[$0] } }
        guard containers.contains(where: { $0 != nil }) else { return rows }
        var parts: [Int: [Int]] = [:]
        for (part, container) in containers.enumerated() {
            if let container { parts[container, default: []].append(part) }
        }
        var nestedRows = [TaskList.Numbered]()
        var isListed = [Bool](repeating: false, count: rows.count)
        for start in rows.indices where !isListed[start] {
            var top = start
            var seen = Set([start])
            while let above = containers[top], !isListed[above], seen.insert(above).inserted { top = above }
            var stack = [(place: top, depth: 0)]
            while let next = stack.popLast() {
                guard !isListed[next.place] else { continue }
                isListed[next.place] = true
                var row = rows[next.place]
                row.row.depth = next.depth
                nestedRows.append(row)
                stack += (parts[next.place] ?? []).reversed().map { ($0, next.depth + 1) }
            }
        }
        return nestedRows
    }
}
