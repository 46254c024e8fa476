import Community
import Composition
import Content
import ContentAdapters
import Kernel
import Learning
import Practice
import Profiles
import Ring
import Terminal

/// The dojang of whoever is at the terminal. What is theirs is looked up when it is asked for, so that help opens no store.
struct Dojo: Sendable {
    let environment: Environment
    let store: any Store
    let shelf: PackShelf
    let grades: Grades
    let family: Family

    init(_ environment: Environment, store: any Store) {
        (self.environment, self.store) = (environment, store)
        shelf = PackShelf(folder: environment.folder("packs"))
        grades = Grades(of: shelf)
        family = Family(
            repository: StoredProfileRepository(store), grades: grades,
            theme: Theme.classic.name, ids: environment.ids, time: environment.time)
    }

    /// The one that `--profile` names, else the active one.
    func profile() throws -> Profile { try environment.options.profile.map(family.member(named:)) ?? family.active() }

    func learner() throws -> Learner { try Learner(profile(), shelf) }

    func flashcards() throws -> Flashcards {
        let profile = try profile()
        return try Flashcards(
            library: shelf.library(variant: profile.variant), learner: Learner(profile, shelf), log: log(of: profile))
    }

    func patterns() throws -> PatternTraining {
        let profile = try profile()
        return try PatternTraining(
            curriculum: curriculum(of: profile), learner: Learner(profile, shelf), log: log(of: profile),
            terms: { try shelf.library(variant: profile.variant).terms })
    }

    func gradings() throws -> Gradings {
        let profile = try profile()
        let book = LessonBook(curriculum(of: profile), terms: { try shelf.library(variant: profile.variant) })
        let lessons = try Lessons(book, learner: Learner(profile, shelf), log: log(of: profile))
        let history = GradingBook(
            repository: StoredGradingRepository(store.scoped(to: profile.partition)), belt: BeltHolder(profile.id, shelf))
        return Gradings(lessons, book: history, ids: environment.ids)
    }

    func matches() throws -> MatchTable {
        let profile = try profile()
        return MatchTable(
            store.scoped(to: profile.partition), ids: environment.ids, time: environment.time,
            brought: { curriculum(of: profile).rules().value.map(\.fields) })
    }

    func log() throws -> PracticeLog { try log(of: profile()) }

    /// When the learner first answered anything.
    func firstUse() throws -> Instant? { try log().firstUse() }

    /// What feedback may say about how the app is used.
    func usage() throws -> UsageData { try UsageData(family.activeIfAny(), grades, flashcards) }

    func names() -> [String] { (try? family.members().map(\.name)) ?? [] }

    func theme() -> Theme { (try? profile()).flatMap { Theme.named($0.theme) } ?? .classic }

    private func log(of profile: Profile) throws -> PracticeLog {
        PracticeLog(
            repository: try StoredPracticeRepository(movingInto: store.scoped(to: profile.partition)), time: environment.time,
            ids: environment.ids, random: environment.random)
    }

    private func curriculum(of profile: Profile) -> Curriculum {
        Curriculum(shelf.sources().readable, variant: profile.variant)
    }
}
