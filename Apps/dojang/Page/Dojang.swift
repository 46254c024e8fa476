import Community
import CommunityCommands
import Composition
import Content
import ContentAdapters
import ContentCommands
import Guidance
import GuidanceCommands
import Kernel
import Learning
import LearningCommands
import Media
import MediaCommands
import MonetizationCommands
import Pictures
import PicturesAdapters
import Profiles
import ProfilesCommands
import Reminders
import RemindersCommands
import RingCommands
import Storage
import StorageCommands
import Terminal

extension App {
    /// TKDojang: learn ITF Taekwon-Do.
    @Sendable public static func dojang(_ environment: Environment) throws -> App {
        let store = environment.openStore()
        let dojo = Dojo(environment, store: store)
        let shop = try Shop(environment, store: store, .paidOnce)
        let community = Participation(environment, store: store, usage: dojo.usage)
        let variant = VariantChoice(dojo)
        let guidance = DojangGuidance(
            profile: TourProfile(family: dojo.family, grades: dojo.grades, chosen: dojo.profile))
        let media = ClubMedia(environment, store: store, dojo.shelf)
        return try App(
            .dojang, in: environment, profiles: dojo.names, theme: dojo.theme, shop: shop,
            plugins: [
                CommunityPlugin(participation: community, product: "TKDojang", reviews: .study(dojo)),
                ContentPlugin(
                    library: { try dojo.shelf.library(variant: variant.current()) }, syllabus: { try dojo.learner().syllabus },
                    sources: dojo.shelf.sources, source: DiskPack.source(at:), progress: PatternProgress(dojo), choice: variant,
                    judge: .ring,
                    demonstrations: Demonstrations(media, environment)),
                guidance,
                GuidancePlugin(
                    environment, store: store, welcome: guidance.welcome, profile: { try dojo.profile().partition },
                    firstUse: FirstUse(dojo.firstUse),
                    feedback: community.feedbackNews),
                LearningPlugin(flashcards: dojo.flashcards, patterns: dojo.patterns),
                LessonsPlugin(gradings: dojo.gradings),
                MediaPlugin(media, open: ByteSource.disk),
                MonetizationPlugin(environment, shop),
                ProfilesPlugin(family: dojo.family, grades: dojo.grades, themes: Theme.all.map(\.name), chosen: dojo.profile),
                RemindersPlugin(environment, store: store),
                RingPlugin(environment, table: dojo.matches),
                StatusPlugin(),
                StoragePlugin(environment, store: store),
                StudyBell(dojo),
            ])
    }
}

extension AppDescription {
    static let dojang = AppDescription(
        name: "dojang", about: "TKDojang, Complete Digital Dojang: learn ITF Taekwon-Do in your terminal.",
        version: Release.version,
        credits: [
            "The words and patterns of Taekwon-Do are those of the International Taekwon-Do Federation's tradition.",
            "Pronunciation is computed by the rules of Standard Korean; a native speaker's ear is better.",
        ],
        privacy:
            "Everything stays on this device, in files that you can read. \(sharing) There are no accounts and no ads.",
        support: "support@tkdojang.app", problems: "community feedback TEXT")
}
