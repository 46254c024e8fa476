import Composition
import Content
import ContentAdapters
import Kernel
import Learning
import Practice
import Profiles
import Programs

/// What learning needs of whoever is at the terminal: their grade, the packs that they follow, and where their answers are kept.
struct StudyRoom: Sendable {
    let environment: Environment
    let store: any Store
    private let shelf: DevicePacks
    let chosen: @Sendable () throws -> Profile

    init(_ environment: Environment, store: any Store, _ shelf: DevicePacks, of chosen: @escaping @Sendable () throws -> Profile)
    {
        (self.environment, self.store, self.shelf, self.chosen) = (environment, store, shelf, chosen)
    }

    func learner() throws -> Learner { try learner(chosen()) }

    /// Their own words over the packs that they follow.
    func words() throws -> OwnWords { try words(of: chosen()) }

    func log() throws -> PracticeLog { try log(of: chosen()) }

    func flashcards() throws -> Flashcards {
        let profile = try chosen()
        return try Flashcards(
            library: words(of: profile).library(foreseeing: Flashcards.foreseen), learner: learner(profile),
            log: log(of: profile), newcomers: .fsrs)
    }

    func patterns() throws -> PatternTraining {
        let profile = try chosen()
        return try PatternTraining(
            curriculum: shelf.curriculum(of: profile), learner: learner(profile), log: log(of: profile), newcomers: .fsrs,
            terms: { try words(of: profile).library().terms })
    }

    func lessons() throws -> Lessons { try lessons(of: chosen()) }

    func gradings() throws -> Gradings {
        let profile = try chosen()
        let history = GradingBook(store.scoped(to: profile.partition), belt: holder(of: profile.id))
        return Gradings(try lessons(of: profile), book: history, ids: environment.ids)
    }

    private func lessons(of profile: Profile) throws -> Lessons {
        let book = LessonBook(shelf.curriculum(of: profile), terms: { try words(of: profile).library() })
        return try Lessons(book, learner: learner(profile), log: log(of: profile), newcomers: .fsrs)
    }

    func words(of profile: Profile) -> OwnWords {
        OwnWords(store.scoped(to: profile.partition)) { [self] in try packs(profile.variant) }
    }

    /// The packs on the shelf, with the variant that is followed.
    func packs(_ variant: String?) throws -> Library { try shelf.library(variant: variant) }

    private func log(of profile: Profile) throws -> PracticeLog {
        log(over: try StoredPracticeRepository(movingInto: store.scoped(to: profile.partition)))
    }

    func log(over repository: StoredPracticeRepository) -> PracticeLog {
        PracticeLog(
            repository: repository, time: environment.time, ids: environment.ids, random: environment.random,
            presence: Presence(own: LivingProcess.own, lives: LivingProcess.lives))
    }

    func learner(_ profile: Profile) throws -> Learner {
        let grade = try Grade(id: profile.belt) ?? shelf.library().belts().belt(named: profile.belt).grade
        return Learner(
            grade: grade, mode: profile.mode == .mastery ? .mastery : .progression, dailyGoal: profile.goal,
            isChild: profile.isChild, language: .of(environment))
    }

    /// The belt of a profile, read and moved within the grading's transaction.
    private func holder(of id: Identifier<Profile>) -> BeltHolder {
        let profile: @Sendable (borrowing Transaction) throws -> Profile = { transaction in
            guard let profile = try transaction.record(id) else {
                throw Failure(
                    .profileNotFound, "The profile has been deleted in the meantime.",
                    advice: "`profile list` shows all profiles.")
            }
            return profile
        }
        return BeltHolder(
            grade: { transaction in try transaction.scoped(to: .common) { try learner(profile($0)).grade } },
            move: { grade, transaction in
                try transaction.scoped(to: .common) { common in
                    var changed = try profile(common)
                    changed.belt = grade.id
                    try common.put(changed)
                }
            })
    }
}
