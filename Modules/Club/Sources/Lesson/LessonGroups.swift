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
        let ranks = attendees.map { ladder.rank($0.belt) }
        // The positions at which a higher belt begins.
        let steps = ranks.indices.dropFirst().filter { ranks[$0] > ranks[$0 - 1] }
        let middle = Double(attendees.count) / 2
        let cuts = steps.sorted { first, second in
            let firstGap = ranks[first] - ranks[first - 1]
            let secondGap = ranks[second] - ranks[second - 1]
            let firstDistance = abs(Double(first) - middle)
            let secondDistance = abs(Double(second) - middle)
            return (-firstGap, firstDistance, Double(first)) < (-secondGap, secondDistance, Double(second))
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
