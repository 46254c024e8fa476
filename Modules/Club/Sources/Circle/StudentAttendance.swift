import Groups
import Kernel

/// The classes that a student attended, as reported by the instructors.
package struct StudentAttendance: Codable, Hashable, Sendable {
    /// One class on one day.
    package struct Visit: Codable, Hashable, Sendable {
        package let day: Day
        package let lesson: String
    }

    /// The reported period in days.
    package static let reportedDays = 182
    /// The largest number of reported visits.
    static let most = 60

    package let visits: [Visit]
}

extension ClubRoll {
    /// Returns the attendance to report to a student.
    func attendance(of student: Identifier<Student>, in transaction: borrowing Transaction) throws -> StudentAttendance
    {
        let from = IndexKey(student, today.adding(days: -StudentAttendance.reportedDays))
        let marks = try transaction.records(AttendanceMark.byStudent.from(from, through: IndexKey(student, today)))
        let visits = marks.filter { $0.club == club.id }.map { StudentAttendance.Visit(day: $0.day, lesson: $0.lesson) }
        return StudentAttendance(
            visits: Array(visits.sorted { ($1.day, $0.lesson) < ($0.day, $1.lesson) }.prefix(StudentAttendance.most)))
    }

    /// Returns the attendance to report to each student.
    fileprivate func attendance(of students: some Sequence<Identifier<Student>>) throws -> [Identifier<Student>:
        StudentAttendance]
    {
        try store.read { transaction in
            var reports: [Identifier<Student>: StudentAttendance] = [:]
            for student in students { reports[student] = try attendance(of: student, in: transaction) }
            return reports
        }
    }
}

extension ClubCircle {
    /// Returns the posts that report changed attendance to the students of a roll who are in the
    /// group. Only the student can read each post.
    func attendance(of roll: ClubRoll, _ links: Links, in snapshot: ClubSnapshot) throws -> [GroupSubmission] {
        let members = Set(snapshot.members.map(\.id))
        let postedReports = Dictionary(
            snapshot.postedValues(ClubPost.mark, StudentAttendance.self).filter { $0.post.author == snapshot.me.id }.map
            {
                ($0.post.about, $0)
            },
            uniquingKeysWith: { $1 })
        return try roll.attendance(of: links.keys).sorted { $0.key < $1.key }.compactMap {
            student, report -> GroupSubmission? in
            guard let member = links[student], members.contains(member) else { return nil }
            let before = postedReports[member]
            guard report != before?.value ?? StudentAttendance(visits: []) else { return nil }
            let content = Array(try JSONValue.encoder.encode(report))
            if let before { return .change(before.post.id, content: content, label: nil, audience: .members([member])) }
            return .post(
                membership.post(
                    ClubPost.mark, by: snapshot.me.id, about: member, for: .members([member]), content: content))
        }
    }
}

extension ClubSnapshot {
    /// Returns the classes that a member attended, as reported by the instructors, latest first.
    package func attendance(of member: Identifier<Member>) -> [StudentAttendance.Visit] {
        let reports = postedValues(ClubPost.mark, StudentAttendance.self).filter { $0.post.about == member }
        return Set(reports.flatMap(\.value.visits)).sorted { ($1.day, $0.lesson) < ($0.day, $1.lesson) }
    }
}
