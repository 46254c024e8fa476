import Accounts
import AccountsCommands
import Community
import CommunityCommands
import Composition
import DocumentsAdapters
import FeedbackCOIN
import FeedbackCOINAdapters
import FeedbackCOINCommands
import Guidance
import GuidanceCommands
import Interface
import Kernel
import Monetization
import MonetizationCommands
import Reminders
import RemindersCommands
import Storage
import StorageCommands
import Terminal

extension App {
    /// Creates COIN Feedback, an app to write feedback as Context, Observation, Impact and Next
    /// steps, and to send it.
    @Sendable public static func coin(_ environment: Environment) throws -> App {
        let store = environment.openStore()
        let rules = [
            GateRule(FeedbackJournal.sharing, free: .limit(10)),
            GateRule(FeedbackJournal.analytics, free: .bool(false), lock: "Analytics are for Premium"),
            GateRule(FeedbackTeam.gate, free: .bool(false), lock: "Teams are for Premium"),
            GateRule(FeedbackJournal.documents, free: .bool(false), lock: "PDF and Word are for Premium"),
            GateRule(AccountGates.cloudSync, free: .bool(false), needsSignIn: true),
        ]
        let shop = try environment.shop(
            store, Offering(.freeAndPro("COIN Premium"), rules: rules, paywall: .coin, first: "com.coin.premium.yearly")
        )
        let journal = FeedbackJournal(
            repository: StoredFeedbackRepository(store, search: environment.search()), gates: shop.keeper,
            ids: environment.ids, time: environment.time)
        let post = MailConfiguration(
            sendmail: .sendmail(of: environment.programs), mailto: .desktop(of: environment.programs),
            isDryRun: environment.options.isDryRun, asks: environment.isForPerson,
            sender: { environment.variables["EMAIL"] })
        let community = CommunityClient(environment, store: store)
        let plan = MonetizationPlugin(environment, shop, exampleGate: FeedbackJournal.sharing.key) { _ in
            try? journal.shareCount()
        }
        return try App(
            .coin, in: environment, shop: shop, recover: plan.paywall(insteadOf:),
            plugins: [
                AccountsPlugin(environment, store: store, gates: shop.keeper, product: "COIN Feedback"),
                CommunityPlugin(client: community, product: "COIN Feedback", reviews: .study),
                FeedbackPlugin(
                    journal, post: post, press: .machine(environment.programs, workingIn: environment.folder("work"))),
                GuidancePlugin(environment, store: store, welcome: .coin, feedback: community.feedbackNews),
                plan,
                RemindersPlugin(environment, store: store),
                StatusPlugin(app: environment.app, readSnapshot: environment.opened.sharedRead.run),
                StoragePlugin(environment, store: store),
                TeamPlugin(environment, journal, store),
            ])
    }
}

extension AppDescription {
    static let coin = AppDescription(
        name: "coin", about: "COIN Feedback: workplace feedback as Context, Observation, Impact and Next steps.",
        version: Release.version,
        credits: ["COIN is a way of giving feedback: context, observation, impact, next steps."],
        privacy:
            "What you write stays on this device, and on your others if you begin an account, until you share it or give it in a team, and then only the people you name get it. \(sharing)",
        support: "`coin help faq` answers the common questions.", problems: "community feedback TEXT")
}

extension WelcomeTour {
    fileprivate static let coin = WelcomeTour(
        app: "coin", to: "COIN Feedback",
        """
        Good feedback says what happened, what it led to, and what should come next. COIN gives it that form, keeps it for you, and sends
        it when you are ready.

        What you write stays on this machine until you share it.
        """)
}
