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
import Media
import MediaAdapters
import MediaCommands
import MonetizationCommands
import Profiles
import ProfilesCommands
import Reminders
import RemindersCommands
import Ring
import RingCommands
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
                repository: StoredStudyRepository(store.scoped(to: profile.partition)),
                library: shelf.library(variant: profile.variant),
                learner: Learner(profile, shelf),
                time: environment.time, ids: environment.ids, random: environment.random)
        }
        let variant = VariantChoice(family, named: environment.options.profile)
        let study: @Sendable () throws -> StoredStudyRepository = {
            StoredStudyRepository(store.scoped(to: try chosen().partition))
        }
        let patterns: @Sendable () throws -> PatternTraining = {
            let log = StudyLog(repository: try study(), time: environment.time, ids: environment.ids, random: environment.random)
            return try PatternTraining(
                curriculum: Curriculum(shelf.sources().readable, variant: chosen().variant), learner: Learner(chosen(), shelf),
                log: log, terms: { try shelf.library(variant: chosen().variant).terms })
        }
        let firstUse = FirstUse {
            try [study().answers(latest: nil).first?.at, study().practices(latest: nil).first?.startedAt].compactMap { $0 }.min()
        }
        let shop = try Shop(environment, store: store, .paidOnce)
        let community = Participation(environment, store: store) { try UsageData(family.activeIfAny(), grades, flashcards) }
        let media = ClubMedia(environment, store: store, shelf)
        let table: @Sendable () throws -> MatchTable = {
            let repository = StoredMatchRepository(store.scoped(to: try chosen().partition))
            return MatchTable(repository: repository, ids: environment.ids, time: environment.time)
        }
        return try App(
            .dojang, in: environment, profiles: { (try? family.members().map(\.name)) ?? [] },
            theme: { (try? chosen()).flatMap { Theme.named($0.theme) } ?? .classic }, shop: shop,
            plugins: [
                CommunityPlugin(participation: community, reviews: .study(flashcards, { try study() })),
                ContentPlugin(
                    library: { try shelf.library(variant: variant.current()) },
                    syllabus: { try Learner(chosen(), shelf).syllabus },
                    sources: shelf.sources, source: DiskPack.source(at:), progress: PatternProgress(patterns), choice: variant,
                    demonstrations: Demonstrations(media, environment)),
                DojangGuidance(profile: TourProfile(family: family, grades: grades, chosen: chosen)),
                GuidancePlugin(
                    environment, store: store, profile: { try chosen().partition }, firstUse: firstUse,
                    feedback: community.feedbackNews),
                LearningPlugin(flashcards: flashcards, patterns: patterns),
                HouseGuidance(features: [
                    "linework", "match", "media", "plan", "remind", "rules", "sparring", "status", "technique", "theory", "timer",
                    "variant",
                ]),
                MediaPlugin(media, open: MediaSource.disk),
                MonetizationPlugin(environment, shop),
                ProfilesPlugin(family: family, grades: grades, themes: Theme.all.map(\.name), chosen: chosen),
                RemindersPlugin(environment, store: store, example: "study"),
                RingPlugin(environment, table: table),
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
            "Everything stays on this device, in files that you can read. \(sharing) There are no accounts and no ads.",
        support: "support@tkdojang.app", problems: "community feedback TEXT")
}

extension ReviewMoments {
    /// After study: a session counts once it was gone through. Milestones are the first pattern that was practised to its end and the first
    /// test that was passed; one of flashcards is passed with four of five answers right.
    fileprivate static func study(
        _ flashcards: @escaping @Sendable () throws -> Flashcards,
        _ repository: @escaping @Sendable () throws -> StoredStudyRepository
    ) -> ReviewMoments {
        ReviewMoments(.study, after: ["pattern", "study"]) {
            let log = try repository()
            let last = try log.latestSession()
            let answers = try last.map { try log.answers(in: $0.id) } ?? []
            let isOver = last.map { $0.endedAt != nil } ?? true
            let isPassed = last?.configuration.mode == .test && isOver && !answers.isEmpty
            let practices = try log.practices(latest: nil).filter { $0.endedAt != nil }
            let cards = try flashcards().statistics().kinds.first { $0.kind == .flashcards }?.sessions ?? 0
            let milestones = [
                "pattern": practices.contains { $0.kind == .patterns && $0.activity == "practice" },
                "test": isPassed && answers.count { $0.isRight } * 5 >= answers.count * 4
                    || practices.contains { $0.outcome?.isPassed == true },
            ]
            return .init(
                sessions: cards - (isOver || cards == 0 ? 0 : 1) + practices.count,
                milestones: Set(milestones.filter(\.value).keys))
        }
    }
}

extension Learner {
    /// The learner behind a profile.
    fileprivate init(_ profile: Profile, _ shelf: PackShelf) throws {
        let grade = try Grade(id: profile.belt) ?? shelf.library().belts().belt(named: profile.belt).grade
        self.init(grade: grade, mode: profile.mode == .mastery ? .mastery : .progression, dailyGoal: profile.dailyGoal)
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

extension VariantChoice {
    /// The variant that a profile follows. Asking makes no profile on a device without one.
    fileprivate init(_ family: Family, named name: String?) {
        let chosen: @Sendable () throws -> Profile = { try name.map(family.member(named:)) ?? family.active() }
        self.init(
            current: { try name == nil ? family.activeIfAny()?.variant : chosen().variant },
            choose: { id in _ = try family.change(chosen(), ProfileChange(variant: id ?? "")) }, who: { try chosen().name })
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
