import AccountsCommands
import Community
import CommunityCommands
import Composition
import Diary
import DiaryCommands
import Guidance
import GuidanceCommands
import Interface
import Kernel
import MonetizationCommands
import Pictures
import PicturesAdapters
import Reminders
import RemindersCommands
import Storage
import StorageCommands
import Sync
import SyncAdapters
import Terminal
import TerminalAdapters

extension App {
    /// Creates Grain, the app for one photo a day.
    @Sendable public static func grain(_ environment: Environment) throws -> App {
        let vault = GrainVault(environment)
        let store = vault.store
        let photos: @Sendable (String) -> any BlobStore<PhotoPath> = {
            [options = environment.options, now = environment.time.now] in
            FolderBlobStore.blobStore(root: $0, inMemory: environment.isTemporary, isDryRun: options.isDryRun, now: now)
        }
        let blobStore = vault.blobStore(photos(environment.home))
        let diary = PhotoDiary(
            repository: StoredDiaryRepository(store, search: vault.search(environment.search())), photos: blobStore,
            tool: .best(of: environment.programs, workingIn: environment.folder("work")), ids: environment.ids,
            time: environment.time
        )
        let shop = try environment.shop(store, .paidOnce)
        let community = CommunityClient(environment, store: store)
        return try App(
            .grain, in: environment, shop: shop,
            plugins: [
                AccountsPlugin(
                    environment, store: store, gates: shop.keeper, product: "Grain", beneath: vault.beneath),
                CommunityPlugin(client: community, product: "Grain", reviews: .diary),
                DesktopPlugin(
                    .grain, environment.schedules.command, environment.variables, isDryRun: environment.options.isDryRun
                ),
                DiaryPlugin(
                    diary, about: .grain, random: environment.random, has: { environment.programs.find($0) != nil },
                    machine: .grain(environment), isClosed: vault.isClosed, isLocked: vault.isLocked,
                    folder: { photos(environment.absolute($0)) }
                ).adding(BlobFiles(blobStore) as any FileHome, to: .fileHomes),
                GuidancePlugin(environment, store: store, welcome: .grain, feedback: community.feedbackNews),
                MonetizationPlugin(environment, shop),
                RemindersPlugin(environment, store: store),
                StatusPlugin(app: environment.app, readSnapshot: environment.opened.sharedRead.run),
                StoragePlugin(environment, store: store, beneath: vault.beneath),
                vault.plugin,
            ])
    }
}

extension AppDescription {
    static let grain = AppDescription(
        name: "grain", about: "Grain, Privacy-First Photo Diary: one photo a day, kept on your own machine.",
        version: Release.version,
        credits: ["Photos are prepared by libvips, libheif or ImageMagick where they are installed."],
        privacy:
            "Photos and notes stay on this device and, if you begin an account, on your others; the place where a photo was taken is removed unless you keep it. \(sharing)",
        support: "support@grainapp.com", problems: "community feedback TEXT")
}

extension WelcomeTour {
    fileprivate static let grain = WelcomeTour(
        app: "grain", to: "Grain",
        """
        A privacy-first photo diary: one photo a day, and a few words if you like.

        Everything stays on this machine, in files that you can open without Grain as long as you do not lock them. No photo is sent
        anywhere, unless you begin an account for your own devices. Only what you send to the community leaves it.
        """)
}
