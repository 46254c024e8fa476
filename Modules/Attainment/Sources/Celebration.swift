import Kernel
import Practice

/// Something that was reached, to be said once.
public struct Milestone: Hashable, Sendable {
    /// What it is one of.
    public enum Kind: String, Sendable, CaseIterable {
        /// The day's goal.
        case goal
        /// An area that is known well.
        case mastered
        /// A part of the next belt.
        case belt
        /// A new one among the achievements.
        case achievement
    }

    /// What it is one of.
    public let kind: Kind
    /// Its name: what was said under it is not said again.
    public let id: String
    /// What is said.
    public let sentence: String
    /// The day on which it was reached; that of the look where the records do not say it.
    let day: Day
}

/// That a milestone was said, and on which day it was reached.
struct SaidMilestone: Storable {
    /// The milestone's name.
    let id: Identifier<SaidMilestone>
    /// On which it was reached.
    let day: Day

    static let collection = RecordCollection<SaidMilestone>("attainment.milestones")
}

/// How much had been done when somebody last looked for milestones: where nothing came since, nothing was reached.
struct LastLook: Storable, Hashable {
    /// There is one.
    static let only = Identifier<LastLook>("last")

    /// The day of the look.
    let day: Day
    /// Answers of that day, and sessions that are kept elsewhere.
    let answers, others: Int

    var id: Identifier<LastLook> { Self.only }

    static let collection = RecordCollection<LastLook>("attainment.look")
}

extension TrackRecord {
    /// From these shares of the next belt on, in thousandths, something is said of it.
    private static let steps: [(share: Int, words: String)] = [
        (900, "nearly full"), (750, "three quarters full"), (500, "half full"), (250, "a quarter full"),
    ]

    /// All achievements, with how far one is.
    public func achievements() throws -> [Achievement] { try achievements(of: deeds()) }

    func achievements(of deeds: Deeds) throws -> [Achievement] {
        deeds.achievements(kept: try marks(under: Milestone.Kind.achievement))
    }

    /// What was reached since this was asked last; each once, for ever. Where nothing was practised since, nothing is reckoned. For somebody who
    /// practised on days before the first look, what they reached until then is kept without a word.
    public func newMilestones() throws -> [Milestone] {
        let (now, last) = try look()
        guard now != last, now.answers + now.others > 0 else { return [] }
        let deeds = try deeds()
        let known = try marks()
        let reached = try milestones(deeds).filter { known[$0.id] == nil }
        let isFirst = last == nil && deeds.practised.contains { $0 < today }
        let told = reached.filter { !isFirst || $0.kind == .goal }
        try log.repository.write(undo: nil) { records in
            for milestone in reached {
                try records.unit.transaction.put(SaidMilestone(id: Identifier(milestone.id), day: milestone.day))
            }
            try records.unit.transaction.put(now)
        }
        // Of two steps of a belt the later says it all.
        let belts = told.filter { $0.kind == .belt }.dropFirst()
        return told.filter { !belts.contains($0) }
    }

    /// Everything that stands reached now, in the order in which it is said.
    private func milestones(_ deeds: Deeds) throws -> [Milestone] {
        let answers = deeds.days.filter { $0.day == today }.reduce(0) { $0 + $1.answers }
        let goal = try around.goal()
        let ofToday =
            goal > 0 && answers >= goal
            ? [milestone(.goal, "\(today)", "Goal reached: \(counted(answers, "answer")) today.", today)] : []
        let mastered = deeds.areas.filter { $0.isMastered && $0.group != .belts }.map {
            milestone(.mastered, "\($0.group.rawValue):\($0.id)", "\($0.group.one) mastered: \($0.title).")
        }
        let full = deeds.belt.map { belt in
            TrackRecord.steps.filter { $0.share <= belt.share }.map { step in
                milestone(
                    .belt, "\(belt.id):\(step.share)",
                    "Your belt for \(belt.name) is \(step.words): you know \(belt.share / 10) % of the words.")
            }
        }
        let achieved = deeds.achievements(kept: [:]).compactMap { one in
            one.reached.map { milestone(.achievement, one.id, "Achievement reached: \(one.title).", $0) }
        }
        return ofToday + mastered + (full ?? []) + achieved
    }

    private func milestone(_ kind: Milestone.Kind, _ id: String, _ sentence: String, _ day: Day? = nil) -> Milestone {
        Milestone(kind: kind, id: "\(kind.rawValue):\(id)", sentence: sentence, day: day ?? today)
    }

    private func look() throws -> (now: LastLook, last: LastLook?) {
        let answers = try log.days(on: today).reduce(0) { $0 + $1.answers }
        let others = try around.others().count
        let last = try log.repository.read { try $0.unit.transaction.record(LastLook.only) }
        return (LastLook(day: today, answers: answers, others: others), last)
    }

    func deeds() throws -> Deeds {
        Deeds(
            today: today, days: try log.days(), finished: try log.finished(), areas: try around.areas(),
            met: try log.kindsMet(), belt: try around.belt(), others: try around.others())
    }

    /// Milestones that were said, with their days; those of a kind by what stands behind it.
    private func marks(under kind: Milestone.Kind? = nil) throws -> [String: Day] {
        let all = try log.repository.read { try $0.unit.transaction.records(Selection<SaidMilestone>.all) }
        let prefix = kind.map { "\($0.rawValue):" } ?? ""
        return Dictionary(
            all.filter { $0.id.rawValue.hasPrefix(prefix) }.map { (String($0.id.rawValue.dropFirst(prefix.count)), $0.day) },
            uniquingKeysWith: { first, _ in first })
    }
}

extension Area.Group {
    /// One of them, at the beginning of a sentence.
    var one: String {
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
