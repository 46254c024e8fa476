import AccountsCommands
import Community
import CommunityAdapters
import CommunityCommands
import Composition
import Guidance
import GuidanceCommands
import Interface
import Kernel
import MonetizationAdapters
import MonetizationCommands
import StorageCommands
import Terminal

extension App {
    /// Creates the app for the developers, who answer the community.
    @Sendable public static func hub(_ environment: Environment) throws -> App {
        let store = environment.openStore()
        let login = BoardLogin("developer-logins", in: environment.dataDirectory, of: environment.developerKey())
        let admin = CommunityAdmin(
            access: environment.communityAccess(login), keys: environment.developerKey(), ids: environment.ids,
            time: environment.time)
        return try App(
            .hub, in: environment,
            plugins: [
                AccountsPlugin(environment, store: store, product: "Hub"),
                HubPlugin(admin: admin),
                NewsPlugin(
                    guide: Guide(device: store, time: environment.time), version: Release.version,
                    isForPerson: { environment.isForPerson }),
                SellerPlugin(.machine(environment.shopPlace, store)),
                StatusPlugin(app: environment.app, readSnapshot: environment.opened.sharedRead.run),
                StoragePlugin(environment, store: store),
            ])
    }
}

extension AppDescription {
    static let hub = AppDescription(
        name: "hub", about: "Answer the people who use the apps: feedback, roadmap, suggestions, announcements.",
        version: Release.version, credits: ["The roadmap begins with the nine items of TKDojang's founding document."],
        privacy:
            "Authors are anonymous names made on their own devices. The developer key stays in a file of this app that only you can read.",
        support: "support@tkdojang.app")
}
