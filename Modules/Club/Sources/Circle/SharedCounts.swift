import Groups
import Kernel

/// The number of people of one belt who share a kind, and their mean knowledge.
package struct SharedCount: Hashable, Sendable {
    /// The smallest group of people about which a total is shown.
    package static let minimumPeople = ClubPost.floor

    package let kind: SharedKind
    package let belt: String
    /// The number of people, at least `minimumPeople`.
    package let people: Int
    /// The mean mastered share in percent, or nil if nothing is counted.
    package let percent: Int?
}

extension ClubSnapshot {
    /// The shared totals by kind and belt, for groups that are large enough.
    package var counts: [SharedCount] {
        let shared = shared
        return SharedKind.allCases.flatMap { kind -> [SharedCount] in
            let disclosures = shared.values.compactMap { $0[kind] }
            return Dictionary(grouping: disclosures, by: \.belt).filter { $0.value.count >= SharedCount.minimumPeople }
                .map {
                    belt, disclosures in
                    let percents = disclosures.compactMap(\.percent)
                    return SharedCount(
                        kind: kind, belt: belt, people: disclosures.count,
                        percent: percents.count < SharedCount.minimumPeople
                            ? nil : percents.reduce(0, +) / percents.count)
                }.sorted { $0.belt < $1.belt }
        }
    }
}
