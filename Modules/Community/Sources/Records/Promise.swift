import Kernel

/// What a roadmap item promised, seen from a day.
extension RoadmapItem {
    /// Whether this version of the app has it already although nobody has released it.
    public var isMade: Bool { status == .planned && FoundingRoadmap.isMade(self) }

    /// Whether it was promised for a month that is over, and is not there.
    public func isOverdue(on day: Day) -> Bool {
        guard status != .released, !isMade, let last = promisedMonth else { return false }
        return (day.year, day.month) > last
    }

    /// The month in “v1.1 - December 2025”; nil where none is named.
    private var promisedMonth: (year: Int, month: Int)? {
        let words = estimatedRelease.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }
        for (name, year) in zip(words, words.dropFirst()) {
            guard let month = RoadmapItem.months.firstIndex(of: name), year.count == 4, let year = Int(year) else { continue }
            return (year, month + 1)
        }
        return nil
    }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
    ]
}
