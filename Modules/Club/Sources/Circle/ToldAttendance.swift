import Groups
import Kernel

/// In which classes somebody was, as their instructors told it to them.
public struct ToldAttendance: Codable, Hashable, Sendable {
    /// One class on one day.
    public struct Visit: Codable, Hashable, Sendable {
        /// When.
        public let day: Day
        /// Which class.
        public let lesson: String
    }

    /// As far back it is told, in days.
    public static let lookedBack = 182
    /// As many are told at most.
    static let most = 60

    /// The latest first.
    public let visits: [Visit]
}

extension ClubRoll {
    /// What a student would be told of their attendance.
    func attendance(of student: Identifier<Student>, in unit: borrowing Transaction) throws -> ToldAttendance {
        let from = IndexKey(student, today.adding(days: -ToldAttendance.lookedBack))
        let marks = try unit.records(AttendanceMark.byStudent.from(from, through: IndexKey(student, today)))
        let visits = marks.filter { $0.club == club.id }.map { ToldAttendance.Visit(day: $0.day, lesson: $0.lesson) }
        return ToldAttendance(
            visits: Array(visits.sorted { ($1.day, $0.lesson) < ($0.day, $1.lesson) }.prefix(ToldAttendance.most)))
    }

    fileprivate func attendance(of students: some Sequence<Identifier<Student>>) throws -> [Identifier<Student>: ToldAttendance] {
        try store.read { unit in
            var all: [Identifier<Student>: ToldAttendance] = [:]
            for student in students { all[student] = try attendance(of: student, in: unit) }
            return all
        }
    }
}

extension ClubCircle {
    /// What tells each student of a roll who is in the group in which classes they were, where that has changed; nobody else can read it.
    func attendance(of roll: ClubRoll, _ links: Links, in sight: ClubSight) throws -> [GroupParcel] {
        let here = Set(sight.members.map(\.id))
        let told = Dictionary(
            sight.told(ClubPaper.mark, ToldAttendance.self).filter { $0.paper.author == sight.me.id }.map {
                ($0.paper.about, $0)
            },
            uniquingKeysWith: { $1 })
        return try roll.attendance(of: links.keys).sorted { $0.key < $1.key }.compactMap { student, now -> GroupParcel? in
            guard let member = links[student], here.contains(member) else { return nil }
            let before = told[member]
            guard now != before?.value ?? ToldAttendance(visits: []) else { return nil }
            let content = Array(try JSONValue.encoder.encode(now))
            if let before { return .change(before.paper.id, content: content, label: nil, audience: .members([member])) }
            return .paper(
                membership.paper(ClubPaper.mark, by: sight.me.id, about: member, for: .members([member]), content: content))
        }
    }
}

extension ClubSight {
    /// In which classes somebody was, as their instructors told it, the latest first.
    public func attendance(of member: Identifier<Member>) -> [ToldAttendance.Visit] {
        let told = told(ClubPaper.mark, ToldAttendance.self).filter { $0.paper.about == member }
        return Set(told.flatMap(\.value.visits)).sorted { ($1.day, $0.lesson) < ($0.day, $1.lesson) }
    }
}
