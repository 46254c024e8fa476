import Kernel

/// Who works together: neighbours in rank, in as many groups as there are people to lead one.
struct LessonGroups {
    /// Lowest first; none is empty.
    let groups: [[Attendee]]
    let ladder: BeltLadder

    /// Attendees, lowest belt first, in so many groups at most: cut where the step from belt to belt is widest, so that nobody is torn from their own belt.
    init(_ attendees: [Attendee], into most: Int, on ladder: BeltLadder) {
        self.ladder = ladder
        let places = attendees.map { ladder.place($0.belt) }
        let steps = places.indices.dropFirst().filter { places[$0] > places[$0 - 1] }
        let middle = Double(attendees.count) / 2
        let cuts = steps.sorted { one, other in
            let (left, right) = (places[one] - places[one - 1], places[other] - places[other - 1])
            let (off, away) = (abs(Double(one) - middle), abs(Double(other) - middle))
            return (-left, off, Double(one)) < (-right, away, Double(other))
        }.prefix(max(0, most - 1)).sorted()
        groups = zip([0] + cuts, cuts + [attendees.count]).map { Array(attendees[$0..<$1]) }.filter { !$0.isEmpty }
    }

    /// `white, white with yellow tip (3)`.
    func label(_ group: [Attendee]) -> String {
        let belts = LessonGroups.belts(group)
        let names = belts.map { ladder.belt($0).name }
        let span = names.count > 2 ? "\(names[0]) to \(names[names.count - 1])" : listed(names)
        return "\(span) (\(group.count))"
    }

    /// Their belts, each once, in order.
    static func belts(_ group: [Attendee]) -> [String] {
        group.map(\.belt).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }
}
