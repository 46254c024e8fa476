import Kernel

/// The state of a roadmap item's promise on a day.
extension RoadmapItem {
    /// Whether this version implements the item although it is not released.
    package var isImplemented: Bool { status == .planned && FoundingRoadmap.isImplemented(self) }

    /// Whether the promised month is over without a release.
    package func isOverdue(on day: Day) -> Bool {
        guard status != .released, !isImplemented, let last = promisedMonth else { return false }
        return (day.year, day.month) > last
    }

    /// The month in a text such as “v1.1 - December 2025”, or nil if it contains none.
    private var promisedMonth: (year: Int, month: Int)? {
        let words = estimatedRelease.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }
        for (name, year) in zip(words, words.dropFirst()) {
            guard let month = RoadmapItem.months.firstIndex(of: name), year.count == 4, let year = Int(year) else {
                continue
            }
            return (year, month + 1)
        }
        return nil
    }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]
}
