import AccountsCommands
import AssessmentCommands
import ClubCommands
import Community
import CommunityCommands
import Composition
import Content
import ContentAdapters
import ContentCommands
import GamesCommands
import Guidance
import GuidanceCommands
import Interface
import Kernel
import LearningCommands
import LessonsCommands
import MediaCommands
import MonetizationCommands
import Profiles
import ProfilesCommands
import ProgressCommands
import RemindersCommands
import RingCommands
import StorageCommands
import Terminal
import VocabularyCommands

extension App {
    /// Creates TKDojang, an app to learn ITF Taekwon-Do.
    ///
    /// Data of the current user is read when it is needed, so that help opens no store.
    @Sendable public static func dojang(_ environment: Environment) throws -> App {
        let store = environment.openStore()
        let devicePacks = DevicePacks(folder: environment.folder("packs"))
        let family = Family(environment, store: store, grades: Grades(of: devicePacks))
        let chosen = family.chosen(environment.options)
        let variant = VariantChoice(family, isNamed: environment.options.profile != nil, chosen)
        let study = LearnerContext(environment, store: store, devicePacks, of: chosen)
        let shop = try environment.shop(store, .paidOnce)
        let community = CommunityClient(environment, store: store)
        return try App(
            .dojang, in: environment, profiles: { (try? family.members().map(\.name)) ?? [] },
            theme: { (try? chosen()).flatMap { Theme.named($0.theme) } ?? .classic }, shop: shop,
            plugins: [
                AccountsPlugin(environment, store: store, gates: shop.keeper, product: "TKDojang"),
                ProgressPlugin.dojang(environment, study),
                ClubPlugin.dojang(study, family, devicePacks),
                CommunityPlugin(client: community, product: "TKDojang", reviews: .study),
                ContentPlugin(
                    library: study.lookupLibrary(for: family), syllabus: { try study.learner().syllabus },
                    sources: devicePacks.sources, source: DiskPack.source(at:), packWarning: devicePacks.warning,
                    choice: variant, ownWords: .dojang(environment, study), voice: environment.voice,
                    draft: DrawingDrafts(isDryRun: environment.options.isDryRun).write),
                GamesPlugin.dojang(environment, store: store, study),
                GuidancePlugin(
                    environment, store: store, welcome: .dojang, profile: { try chosen().partition },
                    feedback: community.feedbackNews, isChild: { try chosen().isChild }),
                LearningPlugin(
                    flashcards: study.flashcards, log: study.log, words: study.words, voice: environment.voice,
                    isBegun: { try family.existingActive() != nil }),
                PatternsPlugin(patterns: study.patterns),
                TrainingPlugin(
                    log: study.log, flashcards: study.flashcards, patterns: study.patterns, gradings: study.gradings),
                LessonsPlugin(lessons: study.lessons),
                AssessmentPlugin(gradings: study.gradings),
                MediaPlugin.dojang(environment, store: store, devicePacks, words: study.lookupLibrary(for: family)),
                MonetizationPlugin(environment, shop),
                ProfilesPlugin(
                    family: family, grades: Grades(of: devicePacks), themes: Theme.all.map(\.name),
                    days: FamilyDays(of: study.day), chosen: chosen),
                RemindersPlugin(environment, store: store),
                RingPlugin.dojang(environment, store: store, devicePacks, of: chosen),
                StatusPlugin(app: environment.app, readSnapshot: environment.opened.sharedRead.run),
                StoragePlugin(environment, store: store),
                VocabularyPlugin.dojang(study),
            ])
    }
}

extension AppDescription {
    static let dojang = AppDescription(
        name: "dojang", about: "TKDojang, Complete Digital Dojang: learn ITF Taekwon-Do in your terminal.",
        version: Release.version,
        credits: [
            "The words and patterns follow the tradition of the International Taekwon-Do Federation.",
            "Pronunciation is computed by the rules of Standard Korean; a native speaker knows better.",
        ],
        privacy:
            "Everything stays on this device, in files that you can read, and on your others if you begin an account. \(sharing) There are no ads.",
        support: "support@tkdojang.app", problems: "community feedback TEXT", hasProfiles: true)
}
