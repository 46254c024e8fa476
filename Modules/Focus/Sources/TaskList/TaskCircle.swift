import Kernel

/// Tasks that hold each other up: each comes behind what it waits for, and behind its parts.
enum TaskCircle {
    /// The first circle among some tasks, of which each is looked at so often as it is named; empty where there is none.
    static func first(among open: [FocusTask]) -> [FocusTask] {
        let byID = Dictionary(open.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var before: [Identifier<FocusTask>: [Identifier<FocusTask>]] = [:]
        var behind: [Identifier<FocusTask>: [Identifier<FocusTask>]] = [:]
        func link(_ task: Identifier<FocusTask>, behind other: Identifier<FocusTask>) {
            guard task != other, byID[task] != nil, byID[other] != nil else { return }
            before[task, default: []].append(other)
            behind[other, default: []].append(task)
        }
        for task in open {
            for other in Set(task.after ?? []).sorted(by: { $0.rawValue < $1.rawValue }) { link(task.id, behind: other) }
            if let whole = task.parent { link(whole, behind: task.id) }
        }
        // What can be begun is taken away, then what could be begun behind it, and so on; what is left goes round, or waits for what does.
        var count = before.mapValues(\.count)
        var free = open.map(\.id).filter { count[$0] == nil }
        while let task = free.popLast() {
            for next in behind[task] ?? [] {
                count[next, default: 0] -= 1
                if count[next] == 0 { free.append(next) }
            }
        }
        let left = Set(count.filter { $0.value > 0 }.keys)
        guard var place = left.min(by: { $0.rawValue < $1.rawValue }) else { return [] }
        var way: [Identifier<FocusTask>] = []
        while !way.contains(place) {
            way.append(place)
            guard let next = before[place]?.first(where: left.contains) else { return [] }
            place = next
        }
        return way.drop { $0 != place }.compactMap { byID[$0] }
    }
}
