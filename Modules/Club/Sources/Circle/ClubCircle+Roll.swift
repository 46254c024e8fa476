import Groups
import Kernel

extension ClubCircle {
    /// Brings what students were told in line with the roll, whatever kept it from them before: where they were, results that they lack or that
    /// were taken back, and bills that are paid. Nothing is told while the club is away, or while something waits; the next time tells all of it.
    ///
    /// - Returns: to how many it was told where they were, and what became of all.
    public func bring(_ roll: ClubRoll, in sight: ClubSight) throws -> (visitors: Int, sending: GroupSending) {
        guard sight.sight.asOf == nil, sight.isStaff, try membership.waits(for: sight.known) == 0 else { return (0, .arrived) }
        let links = try roll.links(to: sight)
        let attendance = try attendance(of: roll, links, in: sight)
        let others = try results(of: roll, links, in: sight) + paid(roll, links, in: sight)
        return (attendance.count, try membership.send(attendance + others, to: sight.known))
    }

    /// Which student of a roll is which member.
    typealias Links = [Identifier<Student>: Identifier<Member>]

    private func results(of roll: ClubRoll, _ links: Links, in sight: ClubSight) throws -> [GroupParcel] {
        let (ladder, gradings) = (try roll.ladder(), try roll.gradings())
        let told = Dictionary(grouping: sight.results) { $0.paper.about }
        let joined = Dictionary(sight.members.map { ($0.id, $0.joined) }, uniquingKeysWith: { first, _ in first })
        let lacking = try gradings.reversed().compactMap { student, grading -> GroupParcel? in
            // What was before they came was never told to anybody.
            guard let member = links[student.id], let since = joined[member], grading.day >= since,
                !told[member, default: []].contains(where: { $0.value.isOf(grading) })
            else { return nil }
            return .paper(try paper(result(grading, on: ladder), ClubCircle.cover(ofResultFor: member), in: sight.known))
        }
        let noted = Dictionary(grouping: gradings) { links[$0.student.id] }
        let known = Set(links.values)
        let wrong = sight.results.filter { one in
            one.paper.author == sight.me.id && one.paper.about.map { known.contains($0) } ?? false
                && !noted[one.paper.about, default: []].contains { one.value.isOf($0.grading) }
        }
        return lacking + wrong.map { .withdrawal($0.paper.id) }
    }

    private func paid(_ roll: ClubRoll, _ links: Links, in sight: ClubSight) throws -> [GroupParcel] {
        let mine = sight.told(ClubPaper.bill, ToldBill.self).filter { $0.paper.author == sight.me.id }
        guard !mine.isEmpty else { return [] }
        let owing = Set(try roll.bills().filter { $0.account.owed > 0 }.compactMap { links[$0.student.id] })
        let known = Set(links.values)
        return mine.filter { told in told.paper.about.map { known.contains($0) && !owing.contains($0) } ?? false }
            .map { .withdrawal($0.paper.id) }
    }
}

extension ToldResult {
    /// Whether it tells of a grading; of one student there is one on a day.
    fileprivate func isOf(_ grading: ClubGrading) -> Bool {
        day == grading.day && result == grading.result && note == grading.note
    }
}
