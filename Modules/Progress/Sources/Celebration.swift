import Kernel
import Practice

/// A milestone, announced once.
package struct Milestone: Hashable, Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        case goal
        case mastered
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
    let answers, others: Int

    var id: Identifier<LastMilestoneCheck> { Self.only }

    static let collection = RecordCollection<LastMilestoneCheck>("attainment.look")
}

extension TrackRecord {
    /// The shares of the next belt, in thousandths, at which its progress is announced.
    private static let steps: [(share: Int, words: String)] = [
        (900, "nearly full"), (750, "three quarters full"), (500, "half full"), (250, "a quarter full"),
    ]

    /// Returns all achievements with the learner's progress.
    package func achievements() throws -> AchievementBook { try achievements(of: achievementProgress()) }

    func achievements(of deeds: AchievementProgress) throws -> AchievementBook {
        deeds.achievements(kept: try marks(under: Milestone.Kind.achievement))
    }

    /// Returns the milestones reached since the last call, each only once.
    ///
    /// Without new practice, the method computes nothing. If the learner practiced on earlier days
    /// before the first check, earlier milestones are saved without an announcement.
    package func newMilestones() throws -> [Milestone] {
        let (now, last) = try checks()
        guard now != last, now.answers + now.others > 0 else { return [] }
        let deeds = try achievementProgress()
        let known = try marks()
        let reached = try milestones(deeds).filter { known[$0.id] == nil }
        let isFirst = last == nil && deeds.practicedDays.contains { $0 < today }
        let announced = reached.filter { !isFirst || $0.kind == .goal }
        try log.repository.write(undo: nil) { records in
            for milestone in reached {
                try records.unit.transaction.put(AnnouncedMilestone(id: Identifier(milestone.id), day: milestone.day))
            }
            try records.unit.transaction.put(now)
        }
        // Of two belt steps, only the later one is announced.
        let belts = announced.filter { $0.kind == .belt }.dropFirst()
        return announced.filter { !belts.contains($0) }
    }

    /// Returns all milestones reached so far, in order of announcement.
    private func milestones(_ deeds: AchievementProgress) throws -> [Milestone] {
        let answers = deeds.days.filter { $0.day == today }.reduce(0) { $0 + $1.answers }
        let goal = try circumstances.goal()
        let ofToday =
            goal > 0 && answers >= goal
            ? [milestone(.goal, "\(today)", "Goal reached: \(counted(answers, "answer")) today.", today)] : []
        let mastered = deeds.areas.filter { $0.isMastered && $0.group != .belts }.map {
            milestone(.mastered, "\($0.group.rawValue):\($0.id)", "\($0.group.singular) mastered: \($0.title).")
        }
        let full = deeds.belt.map { belt in
            TrackRecord.steps.filter { $0.share <= belt.share }.map { step in
                milestone(
                    .belt, "\(belt.id):\(step.share)",
                    "Your belt for \(belt.name) is \(step.words): you know \(belt.share / 10) % of the words.")
            }
        }
        let achieved = deeds.achievements().reached.compactMap { one in
            one.reached.map { milestone(.achievement, one.id, "Achievement reached: \(one.title).", $0) }
        }
        return ofToday + mastered + (full ?? []) + achieved
    }

    private func milestone(_ kind: Milestone.Kind, _ id: String, _ sentence: String, _ day: Day? = nil) -> Milestone {
        Milestone(kind: kind, id: "\(kind.rawValue):\(id)", sentence: sentence, day: day ?? today)
    }

    private func checks() throws -> (now: LastMilestoneCheck, last: LastMilestoneCheck?) {
        let answers = try log.days(on: today).reduce(0) { $0 + $1.answers }
        let others = try circumstances.externalSessions().count
        let last = try log.repository.read { try $0.unit.transaction.record(LastMilestoneCheck.only) }
        return (LastMilestoneCheck(day: today, answers: answers, others: others), last)
    }

    func achievementProgress() throws -> AchievementProgress {
        AchievementProgress(
            today: today, days: try log.days(), finished: try log.finished(), areas: try circumstances.areas(),
            answeredKinds: try log.kindsMet(), belt: try circumstances.belt(),
            externalSessions: try circumstances.externalSessions())
    }

    /// Returns the announced milestones with their days. With a kind, the names have no prefix.
    private func marks(under kind: Milestone.Kind? = nil) throws -> [String: Day] {
        let all = try log.repository.read { try $0.unit.transaction.records(Selection<AnnouncedMilestone>.all) }
        let prefix = kind.map { "\($0.rawValue):" } ?? ""
        return Dictionary(
            all.filter { $0.id.rawValue.hasPrefix(prefix) }.map {
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
