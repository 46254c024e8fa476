import AccountsCommands
import AttainmentCommands
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
import Kernel
import LearningCommands
import MediaCommands
import MonetizationCommands
import Profiles
import ProfilesCommands
import RemindersCommands
import RingCommands
import StorageCommands
import Terminal
import VocabularyCommands

extension App {
    /// TKDojang: learn ITF Taekwon-Do. What belongs to whoever is at the terminal is looked up when it is asked for, so that help opens no store.
    @Sendable public static func dojang(_ environment: Environment) throws -> App {
        let store = environment.openStore()
        let shelf = DevicePacks(folder: environment.folder("packs"))
        let family = Family(environment, store: store, grades: Grades(of: shelf))
        let chosen = family.chosen(environment.options)
        let variant = VariantChoice(family, isNamed: environment.options.profile != nil, chosen)
        let study = StudyRoom(environment, store: store, shelf, of: chosen)
        let shop = try environment.shop(store, .paidOnce)
        let community = Participation(environment, store: store)
        return try App(
            .dojang, in: environment, profiles: { (try? family.members().map(\.name)) ?? [] },
            theme: { (try? chosen()).flatMap { Theme.named($0.theme) } ?? .classic }, shop: shop,
            plugins: [
                AccountsPlugin(environment, store: store, gates: shop.keeper, product: "TKDojang"),
                AttainmentPlugin.dojang(environment, study),
                ClubPlugin.dojang(study, family, shelf),
                CommunityPlugin(participation: community, product: "TKDojang", reviews: .study),
                ContentPlugin(
                    library: study.lookedUp(by: family), syllabus: { try study.learner().syllabus },
                    sources: shelf.sources, source: DiskPack.source(at:), complaint: shelf.complaint, choice: variant,
                    own: .dojang(environment, study),
                    voice: environment.voice,
                    draft: DrawingDrafts(isRehearsal: environment.options.isDryRun).write),
                GamesPlugin.dojang(environment, store: store, study),
                GuidancePlugin(
                    environment, store: store, welcome: .dojang, profile: { try chosen().partition },
                    feedback: community.feedbackNews, isChild: { try chosen().isChild }),
                LearningPlugin(
                    flashcards: study.flashcards, patterns: study.patterns, log: study.log, words: study.words,
                    lessons: study.lessons, gradings: study.gradings, voice: environment.voice,
                    isBegun: { try family.activeIfAny() != nil }),
                LessonsPlugin(gradings: study.gradings),
                MediaPlugin.dojang(environment, store: store, shelf, words: study.lookedUp(by: family)),
                MonetizationPlugin(environment, shop),
                ProfilesPlugin(
                    family: family, grades: Grades(of: shelf), themes: Theme.all.map(\.name),
                    days: FamilyDays(of: study.day), chosen: chosen),
                RemindersPlugin(environment, store: store),
                RingPlugin.dojang(environment, store: store, shelf, of: chosen),
                StatusPlugin(app: environment.app, glance: environment.opened.glance.take),
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
