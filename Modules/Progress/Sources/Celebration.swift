import Kernel
import Practice

/// A milestone, announced once.
package struct Milestone: Hashable, Sendable {
    /// The kind of a milestone.
    package enum Kind: String, Sendable, CaseIterable {
        /// The daily goal was reached.
        case goal
        /// An area was mastered.
        case mastered
        /// The next belt was filled to a quarter, a half or more.
        case belt
        case achievement
    }

    package let kind: Kind
    /// The name of the milestone. Each name is announced only once.
    package let id: String
    package let sentence: String
    /// The day on which it was reached, or the day of the check if the records do not contain it.
    let day: Day
}

/// The record that a milestone was announced, with the day on which it was reached.
struct AnnouncedMilestone: Storable {
    let id: Identifier<AnnouncedMilestone>
    let day: Day

    static let collection = RecordCollection<AnnouncedMilestone>("attainment.milestones")
}

/// The amount of practice at the last check for milestones. If it has not changed, no milestone is
/// new.
struct LastMilestoneCheck: Storable, Hashable {
    static let only = Identifier<LastMilestoneCheck>("last")

    let day: Day
    /// The number of answers of the day, and the number of games.
    let answers, others: Int

    var id: Identifier<LastMilestoneCheck> { Self.only }

    static let collection = RecordCollection<LastMilestoneCheck>("attainment.look")
}

extension TrackRecord {
    /// The shares of the next belt, in thousandths, at which its progress is announced.
    private static let beltSteps: [(share: Int, words: String)] = [
        (900, "nearly full"), (750, "three quarters full"), (500, "half full"), (250, "a quarter full"),
    ]

    /// Returns all achievements with the learner's progress.
    package func achievements() throws -> AchievementBook { try achievements(of: achievementProgress()) }

    /// Returns all achievements, with the announced days of those reached before.
    func achievements(of progress: AchievementProgress) throws -> AchievementBook {
        progress.achievements(kept: try announcementDays(under: Milestone.Kind.achievement))
    }

    /// Returns the milestones reached since the last call, each only once.
    ///
    /// Without new practice, the method computes nothing. If the learner practiced on earlier days
    /// before the first check, earlier milestones are saved without an announcement.
    package func newMilestones() throws -> [Milestone] {
        let (current, previous) = try checks()
        guard current != previous, current.answers + current.others > 0 else { return [] }
        let progress = try achievementProgress()
        let announcedDays = try announcementDays()
        let newMilestones = try milestones(progress).filter { announcedDays[$0.id] == nil }
        let isFirstCheck = previous == nil && progress.practicedDays.contains { $0 < today }
        let announced = newMilestones.filter { !isFirstCheck || $0.kind == .goal }
        try log.repository.write(undo: nil) { records in
            for milestone in newMilestones {
                try records.unit.transaction.put(AnnouncedMilestone(id: Identifier(milestone.id), day: milestone.day))
            }
            try records.unit.transaction.put(current)
        }
        // Of two belt steps, only the later one is announced.
        let earlierBeltSteps = announced.filter { $0.kind == .belt }.dropFirst()
        return announced.filter { !earlierBeltSteps.contains($0) }
    }

    /// Returns all milestones reached so far, in order of announcement.
    private func milestones(_ progress: AchievementProgress) throws -> [Milestone] {
        let answers = progress.days.filter { $0.day == today }.reduce(0) { $0 + $1.answers }
        let goal = try circumstances.goal()
        let goalMilestones =
            goal > 0 && answers >= goal
            ? [milestone(.goal, "\(today)", "Goal reached: \(counted(answers, "answer")) today.", today)] : []
        let areaMilestones = progress.areas.filter { $0.isMastered && $0.group != .belts }.map {
            milestone(.mastered, "\($0.group.rawValue):\($0.id)", "\($0.group.singular) mastered: \($0.title).")
        }
        let beltMilestones = progress.belt.map { belt in
            TrackRecord.beltSteps.filter { $0.share <= belt.share }.map { step in
                milestone(
                    .belt, "\(belt.id):\(step.share)",
                    "Your belt for \(belt.name) is \(step.words): you know \(belt.share / 10) % of the words.")
            }
        }
        let achievementMilestones = progress.achievements().reached.compactMap { achievement in
            achievement.reached.map {
                milestone(.achievement, achievement.id, "Achievement reached: \(achievement.title).", $0)
            }
        }
        return goalMilestones + areaMilestones + (beltMilestones ?? []) + achievementMilestones
    }

    /// Returns a milestone whose name begins with its kind. Its day defaults to today.
    private func milestone(_ kind: Milestone.Kind, _ id: String, _ sentence: String, _ day: Day? = nil) -> Milestone {
        Milestone(kind: kind, id: "\(kind.rawValue):\(id)", sentence: sentence, day: day ?? today)
    }

    /// Returns the present amount of practice and that of the last check.
    private func checks() throws -> (now: LastMilestoneCheck, last: LastMilestoneCheck?) {
        let answers = try log.days(on: today).reduce(0) { $0 + $1.answers }
        let externalCount = try circumstances.externalSessions().count
        let lastCheck = try log.repository.read { try $0.unit.transaction.record(LastMilestoneCheck.only) }
        return (LastMilestoneCheck(day: today, answers: answers, others: externalCount), lastCheck)
    }

    /// Returns the data from which achievements are computed.
    func achievementProgress() throws -> AchievementProgress {
        AchievementProgress(
            today: today, days: try log.days(), finished: try log.finishedRunCounts(), areas: try circumstances.areas(),
            answeredKinds: try log.practicedKinds(), belt: try circumstances.belt(),
            externalSessions: try circumstances.externalSessions())
    }

    /// Returns the announced milestones with their days. With a kind, the names have no prefix.
    private func announcementDays(under kind: Milestone.Kind? = nil) throws -> [String: Day] {
        let announcements = try log.repository.read {
            try $0.unit.transaction.records(Selection<AnnouncedMilestone>.all)
        }
        let prefix = kind.map { "\($0.rawValue):" } ?? ""
        return Dictionary(
            announcements.filter { $0.id.rawValue.hasPrefix(prefix) }.map {
                (String($0.id.rawValue.dropFirst(prefix.count)), $0.day)
            },
            uniquingKeysWith: { first, _ in first })
    }
}

extension Area.Group {
    /// The singular noun with its article, at the beginning of a sentence.
    var singular: String {
        switch self {
        case .words: "Category"
        case .belts: "Belt"
        case .patterns: "Pattern"
        case .sparring: "Step sparring"
        case .linework: "Line work"
        case .theory: "Page"
        }
    }
}
