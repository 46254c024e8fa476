import Groups
import Kernel

/// How many of one belt share a kind, and how much they know on the mean.
public struct SharedCount: Hashable, Sendable {
    /// Of so many people something is told of all of them together, and of fewer nothing.
    public static let fewest = ClubPaper.floor

    /// What they share.
    public let kind: SharedKind
    /// The belt, in its short form.
    public let belt: String
    /// How many; never fewer than `fewest`.
    public let people: Int
    /// How much is mastered on the mean, in percent; nil where nothing is counted.
    public let percent: Int?
}

extension ClubSight {
    /// What students share, by kind and belt, where enough of them do.
    public var counts: [SharedCount] {
        let shared = shared
        return SharedKind.allCases.flatMap { kind -> [SharedCount] in
            let all = shared.values.compactMap { $0[kind] }
            return Dictionary(grouping: all, by: \.belt).filter { $0.value.count >= SharedCount.fewest }.map { belt, parts in
                let percents = parts.compactMap(\.percent)
                return SharedCount(
                    kind: kind, belt: belt, people: parts.count,
                    percent: percents.count < SharedCount.fewest ? nil : percents.reduce(0, +) / percents.count)
            }.sorted { $0.belt < $1.belt }
        }
    }
}
