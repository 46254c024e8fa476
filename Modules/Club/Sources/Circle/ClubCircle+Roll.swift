import Groups
import Kernel

/// The reports that follow from a roll.
extension ClubCircle {
    /// Updates the reports to students after a change of the roll: attendance, missing or withdrawn
    /// results, and paid bills. While the club is away or a message waits, it reports nothing. The
    /// next call reports everything.
    ///
    /// - Returns: The number of students whose attendance was reported, and the result of sending.
    package func updateReports(_ roll: ClubRoll, in snapshot: ClubSnapshot) throws -> (
        visitors: Int, sending: SubmissionOutcome
    ) {
        guard snapshot.groupSnapshot.asOf == nil, snapshot.isStaff,
            try membership.waitingCount(for: snapshot.group) == 0
        else {
            return (0, .arrived)
        }
        let links = try roll.links(to: snapshot)
        let attendance = try attendance(of: roll, links, in: snapshot)
        let others = try resultSubmissions(of: roll, links, in: snapshot) + billWithdrawals(roll, links, in: snapshot)
        return (attendance.count, try membership.send(attendance + others, to: snapshot.group))
    }

    /// The member of each student of a roll.
    typealias Links = [Identifier<Student>: Identifier<Member>]

    /// Returns the reports of unreported gradings, and the withdrawals of reports that match no
    /// grading.
    private func resultSubmissions(of roll: ClubRoll, _ links: Links, in snapshot: ClubSnapshot) throws
        -> [GroupSubmission]
    {
        let ladder = try roll.ladder()
        let gradings = try roll.gradings()
        let reportedResults = Dictionary(grouping: snapshot.results) { $0.post.about }
        let joinDays = Dictionary(snapshot.members.map { ($0.id, $0.joined) }, uniquingKeysWith: { first, _ in first })
        let missingReports = try gradings.reversed().compactMap { student, grading -> GroupSubmission? in
            // Results before the member joined are never reported.
            guard let member = links[student.id], let joinDay = joinDays[member], grading.day >= joinDay,
                !reportedResults[member, default: []].contains(where: { $0.value.matches(grading) })
            else { return nil }
            return .post(
                try post(result(grading, on: ladder), ClubCircle.cover(ofResultFor: member), in: snapshot.group))
        }
        let recordedGradings = Dictionary(grouping: gradings) { links[$0.student.id] }
        let linkedMembers = Set(links.values)
        let outdatedReports = snapshot.results.filter { result in
            result.post.author == snapshot.me.id && result.post.about.map { linkedMembers.contains($0) } ?? false
                && !recordedGradings[result.post.about, default: []].contains { result.value.matches($0.grading) }
        }
        return missingReports + outdatedReports.map { .withdrawal($0.post.id) }
    }

    /// Returns the withdrawals of bills to members who owe nothing now.
    private func billWithdrawals(_ roll: ClubRoll, _ links: Links, in snapshot: ClubSnapshot) throws
        -> [GroupSubmission]
    {
        let ownBills = snapshot.postedValues(ClubPost.bill, DeliveredBill.self).filter {
            $0.post.author == snapshot.me.id
        }
        guard !ownBills.isEmpty else { return [] }
        let owingMembers = Set(try roll.bills().filter { $0.account.owed > 0 }.compactMap { links[$0.student.id] })
        let linkedMembers = Set(links.values)
        return ownBills.filter { bill in
            bill.post.about.map { linkedMembers.contains($0) && !owingMembers.contains($0) } ?? false
        }
        .map { .withdrawal($0.post.id) }
    }
}

extension GradingReport {
    /// Returns whether a reported result is about a grading. A student has one grading a day.
    fileprivate func matches(_ grading: ClubGrading) -> Bool {
        day == grading.day && result == grading.result && note == grading.note
    }
}
