import Kernel

/// The training groups of a class: neighbors in rank, with at most one group a leader.
struct LessonGroups {
    /// The groups, lowest rank first, each with at least one person.
    let groups: [[Attendee]]
    let ladder: BeltLadder

    /// Creates at most `most` groups, lowest belt first. It cuts at the widest steps between belts,
    /// so people of one belt stay together.
    init(_ attendees: [Attendee], into most: Int, on ladder: BeltLadder) {
        self.ladder = ladder
        let places = attendees.map { ladder.rank($0.belt) }
        let steps = places.indices.dropFirst().filter { places[$0] > places[$0 - 1] }
        let middle = Double(attendees.count) / 2
        let cuts = steps.sorted { one, other in
            let gap = places[one] - places[one - 1]
            let otherGap = places[other] - places[other - 1]
            let distance = abs(Double(one) - middle)
            let otherDistance = abs(Double(other) - middle)
            return (-gap, distance, Double(one)) < (-otherGap, otherDistance, Double(other))
        }.prefix(max(0, most - 1)).sorted()
        groups = zip([0] + cuts, cuts + [attendees.count]).map { Array(attendees[$0..<$1]) }.filter { !$0.isEmpty }
    }

    /// Returns a label such as `white, white with yellow tip (3)`.
    func label(_ group: [Attendee]) -> String {
        let belts = LessonGroups.belts(group)
        let names = belts.map { ladder.belt($0).name }
        let span = names.count > 2 ? "\(names[0]) to \(names[names.count - 1])" : listed(names)
        return "\(span) (\(group.count))"
    }

    /// Returns the distinct belts of a group in order.
    static func belts(_ group: [Attendee]) -> [String] {
        group.map(\.belt).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }
}
