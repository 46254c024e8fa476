import Community
import CommunityCommands
import Content
import ContentAdapters
import ContentCommands
import Guidance
import GuidanceCommands
import Kernel
import Learning
import LearningCommands
import MonetizationCommands
import Profiles
import ProfilesCommands
import Reminders
import RemindersCommands
import Storage
import StorageCommands
import Terminal

extension App {
    /// TKDojang: learn ITF Taekwon-Do.
    @Sendable public static func dojang(_ environment: Environment) throws -> App {
        let store = environment.openStore()
        let shelf = PackShelf(folder: environment.folder("packs"))
        let grades = Grades(of: shelf)
        let family = Family(
            repository: StoredProfileRepository(store, collections: environment.collections), grades: grades,
            theme: Theme.classic.name,
            ids: environment.ids, time: environment.time)
        let chosen: @Sendable () throws -> Profile = {
            try environment.options.profile.map(family.member(named:)) ?? family.active()
        }
        let flashcards: @Sendable () throws -> Flashcards = {
            let profile = try chosen()
            return try Flashcards(
                repository: StoredStudyRepository(store.scoped(to: profile.partition)), library: shelf.library(),
                learner: Learner(profile, shelf),
                time: environment.time, ids: environment.ids, random: environment.random)
        }
        let log: @Sendable (Profile) -> StudyLog = { profile in
            StudyLog(
                repository: StoredStudyRepository(store.scoped(to: profile.partition)), time: environment.time,
                ids: environment.ids, random: environment.random)
        }
        let gradings: @Sendable () throws -> Gradings = {
            let profile = try chosen()
            let partition = store.scoped(to: profile.partition)
            let log = log(profile)
            let lessons = try Lessons(
                LessonBook(Curriculum(shelf.sources().readable), terms: shelf.library), learner: Learner(profile, shelf), log: log
            )
            return Gradings(
                lessons, repository: StoredGradingRepository(partition, belt: BeltHolder(profile.id, shelf)), ids: environment.ids
            )
        }
        let patterns: @Sendable () throws -> PatternTraining = {
            let profile = try chosen()
            let log = log(profile)
            return try PatternTraining(
                curriculum: Curriculum(shelf.sources().readable), learner: Learner(profile, shelf), log: log,
                terms: { try shelf.library().terms })
        }
        let firstUse = FirstUse {
            let study = try StoredStudyRepository(store.scoped(to: chosen().partition))
            return try [study.answers(latest: nil).first?.at, study.practices(latest: nil).first?.startedAt].compactMap { $0 }
                .min()
        }
        let shop = try Shop(environment, store: store, .paidOnce)
        return try App(
            .dojang, in: environment, profiles: { (try? family.members().map(\.name)) ?? [] },
            theme: { (try? chosen()).flatMap { Theme.named($0.theme) } ?? .classic }, shop: shop,
            plugins: [
                CommunityPlugin(environment, store: store) { try UsageData(family.activeIfAny(), grades, flashcards) },
                ContentPlugin(
                    library: shelf.library, syllabus: { try Learner(chosen(), shelf).syllabus }, sources: shelf.sources,
                    source: DiskPack.source(at:), progress: PatternProgress(patterns)),
                DojangGuidance(profile: TourProfile(family: family, grades: grades, chosen: chosen)),
                GuidancePlugin(environment, store: store, profile: { try chosen().partition }, firstUse: firstUse),
                LearningPlugin(flashcards: flashcards, patterns: patterns),
                LessonsPlugin(gradings: gradings),
                HouseGuidance(features: ["community", "plan", "remind", "status", "technique"]),
                MonetizationPlugin(environment, shop),
                ProfilesPlugin(family: family, grades: grades, themes: Theme.all.map(\.name), chosen: chosen),
                RemindersPlugin(environment, store: store, example: "study"),
                StatusPlugin(environment),
                StoragePlugin(environment, store: store),
                StudyBell(flashcards),
            ])
    }
}

extension AppDescription {
    static let dojang = AppDescription(
        name: "dojang", about: "TKDojang, the complete digital dojang: learn ITF Taekwon-Do in your terminal.",
        version: Release.version,
        credits: [
            "The words and patterns of Taekwon-Do are those of the International Taekwon-Do Federation's tradition.",
            "Pronunciation is computed by the rules of Standard Korean; a native speaker's ear is better.",
        ],
        privacy:
            "Everything stays on this device, in files that you can read, except what you send to the community yourself, under an anonymous name. There are no accounts and no ads.",
        support: "support@tkdojang.app")
}

extension Learner {
    /// The learner behind a profile.
    fileprivate init(_ profile: Profile, _ shelf: PackShelf) throws {
        let grade = try Grade(id: profile.belt) ?? shelf.library().belts().belt(named: profile.belt).grade
        self.init(grade: grade, mode: profile.mode == .mastery ? .mastery : .progression, dailyGoal: profile.dailyGoal)
    }
}

extension BeltHolder {
    /// The belt of a profile, read and moved within the grading's transaction.
    fileprivate init(_ id: Identifier<Profile>, _ shelf: PackShelf) {
        let profile: @Sendable (borrowing Transaction) throws -> Profile = { transaction in
            guard let profile = try transaction.record(id) else {
                throw Failure(
                    "profileNotFound", "The profile has been deleted meanwhile.", advice: "`profile list` shows who there is.")
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
    fileprivate init(_ patterns: @escaping @Sendable () throws -> PatternTraining) {
        self.init {
            let standings = try patterns().standings().map { standing in
                (standing.heading.id, Standing(mastery: Double(standing.level) / 1000, opensAt: standing.opensAt?.id))
            }
            return Dictionary(standings) { first, _ in first }
        }
    }
}

extension Grades {
    /// The grades of the packs on a shelf.
    fileprivate init(of shelf: PackShelf) {
        self.init(
            lowest: { try shelf.library().belts().belts.first?.id ?? "10k" },
            parse: { try shelf.library().belts().belt(named: $0).id },
            title: { id in (try? shelf.library().belts().belt(named: id).name) ?? id },
            all: { (try? shelf.library().belts().belts.map(\.id)) ?? [] })
    }
}

/// One line for status bars and one reminder a day: whether today's study is done, and the streak that it keeps.
private struct StudyBell: Plugin {
    let name = "StudyBell"
    private let flashcards: @Sendable () throws -> Flashcards

    init(_ flashcards: @escaping @Sendable () throws -> Flashcards) { self.flashcards = flashcards }

    func contribute(to registry: inout Registry) {
        registry.add(
            .onceADay(
                "study", "Study today", at: 18 * 3600, saying: "Time to practise!",
                isDone: { try flashcards().studiedDays().contains($0) }, streak: { try flashcards().streak(before: $0) }),
            to: .reminders)
        registry.add(
            StatusItem("study", letters: [("st", "days in a row"), ("du", "cards that are due")]) {
                let cards = try flashcards()
                let figures = try cards.statistics()
                let (streak, due) = (figures.streak.current, figures.cards.due)
                return StatusItem.Content(
                    text:
                        "\(streak) days in a row, \(due) cards due, \(figures.today.answers) of \(cards.learner.dailyGoal) answers today",
                    short: "\(streak)d \(due)", values: ["\(streak)", "\(due)"])
            }, to: .statusItems)
    }
}
