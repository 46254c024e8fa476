import Composition
import Content
import ContentAdapters
import ContentCommands
import Kernel
import Learning
import Profiles
import Ring

// What one module asks and another answers, for learners.

extension Learner {
    /// The learner behind a profile.
    init(_ profile: Profile, _ shelf: PackShelf) throws {
        let grade = try Grade(id: profile.belt) ?? shelf.library().belts().belt(named: profile.belt).grade
        self.init(grade: grade, mode: profile.mode == .mastery ? .mastery : .progression, dailyGoal: profile.dailyGoal)
    }
}

extension BeltHolder {
    /// The belt of a profile, read and moved within the grading's transaction.
    init(_ id: Identifier<Profile>, _ shelf: PackShelf) {
        let profile: @Sendable (borrowing Transaction) throws -> Profile = { transaction in
            guard let profile = try transaction.record(id) else {
                throw Failure(
                    .profileNotFound, "The profile has been deleted meanwhile.", advice: "`profile list` shows who there is.")
            }
            return profile
        }
        self.init(
            grade: { transaction in try transaction.scoped(to: .common) { try Learner(profile($0), shelf).grade } },
            move: { grade, transaction in
                try transaction.scoped(to: .common) { common in
                    var changed = try profile(common)
                    changed.belt = grade.id
                    try common.put(changed)
                }
            })
    }
}

extension PatternProgress {
    /// What the learner has practised, in the words of Content.
    init(_ dojo: Dojo) {
        self.init {
            let standings = try dojo.patterns().standings().map { standing in
                (standing.heading.id, Standing(mastery: Double(standing.level) / 1000, opensAt: standing.opensAt?.id))
            }
            return Dictionary(standings) { first, _ in first }
        }
    }
}

extension VariantChoice {
    /// The variant that a profile follows. Asking makes no profile on a device without one.
    init(_ dojo: Dojo) {
        let (family, isNamed) = (dojo.family, dojo.environment.options.profile != nil)
        self.init(
            current: { try isNamed ? dojo.profile().variant : family.activeIfAny()?.variant },
            choose: { id in _ = try family.change(dojo.profile(), ProfileChange(variant: id ?? "")) },
            who: { try dojo.profile().name })
    }
}

extension Grades {
    /// The grades of the packs on a shelf.
    init(of shelf: PackShelf) {
        self.init(
            lowest: { try shelf.library().belts().belts.first?.id ?? "10k" },
            parse: { try shelf.library().belts().belt(named: $0).id },
            title: { id in (try? shelf.library().belts().belt(named: id).name) ?? id },
            all: { (try? shelf.library().belts().belts.map(\.id)) ?? [] })
    }
}

extension RuleJudge {
    /// Rules of packs as a match would take them.
    static let ring = RuleJudge { entries in
        BroughtRules(entries.map(\.fields)).faults.map {
            Objection(id: $0.id, field: $0.field, sentence: $0.sentence, advice: RuleFault.advice)
        }
    }
}
