import Composition
import Content
import ContentAdapters
import Kernel
import Learning
import Practice
import Profiles
import Programs

/// The learning context of the current user: grade, packs and storage of answers.
struct LearnerContext: Sendable {
    let environment: Environment
    let store: any Store
    let devicePacks: DevicePacks
    let chosen: @Sendable () throws -> Profile

    init(
        _ environment: Environment, store: any Store, _ devicePacks: DevicePacks,
        of chosen: @escaping @Sendable () throws -> Profile
    ) {
        self.environment = environment
        self.store = store
        self.devicePacks = devicePacks
        self.chosen = chosen
    }

    func learner() throws -> Learner { try learner(chosen()) }

    /// Returns the user's own words over the packs that they follow.
    func words() throws -> OwnWords { try words(of: chosen()) }

    func log() throws -> PracticeLog { try log(of: chosen()) }

    func flashcards() throws -> Flashcards {
        let profile = try chosen()
        return try Flashcards(
            library: words(of: profile).library(prefetching: Flashcards.homePagePrefetches), learner: learner(profile),
            log: log(of: profile), newcomers: .fsrs)
    }

    func words(of profile: Profile) -> OwnWords {
        OwnWords(store.scoped(to: profile.partition)) { [self] in try packs(profile.variant) }
    }

    /// Returns the installed packs, in a variant.
    func packs(_ variant: String?) throws -> Library { try devicePacks.library(variant: variant) }

    func log(of profile: Profile) -> PracticeLog {
        PracticeLog(
            repository: StoredPracticeRepository(store.scoped(to: profile.partition)), time: environment.time,
            ids: environment.ids, random: environment.random,
            owner: RunOwner(currentProcess: LivingProcess.currentIdentifier, isAlive: LivingProcess.isAlive))
    }

    func learner(_ profile: Profile) throws -> Learner {
        let grade = try Grade(id: profile.belt) ?? devicePacks.library().belts().belt(named: profile.belt).grade
        return Learner(
            grade: grade, mode: profile.mode == .mastery ? .mastery : .progression, dailyGoal: profile.goal,
            isChild: profile.isChild, language: .of(environment))
    }

    /// Returns the days with practice since a day, with the practice of each.
    func practised(since day: Day) throws -> [PracticeDay] { try log().days().filter { $0.day >= day } }

    /// Returns the number of answers since a day, and the number of days with practice.
    func practice(since day: Day) throws -> (answers: Int, days: Int) {
        let days = try practised(since: day)
        return (days.reduce(0) { $0 + $1.answers }, Set(days.map(\.day)).count)
    }
}
