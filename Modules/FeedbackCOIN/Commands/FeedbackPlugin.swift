import Documents
import FeedbackCOIN
import Guidance
import Kernel
import Reminders
import Terminal

/// Brings feedback to an app: its commands, its records, its gate and a card.
public struct FeedbackPlugin: Plugin {
    /// The plugin's name.
    public let name = "FeedbackCOIN"
    private let journal: FeedbackJournal
    private let post: PostOffice
    private let press: Press

    /// The commands over a journal, the ways out of it, and what prints.
    public init(_ journal: FeedbackJournal, post: PostOffice, press: Press) {
        (self.journal, self.post, self.press) = (journal, post, press)
    }

    /// Adds everything.
    public func contribute(to registry: inout Registry) {
        registry.add(FeedbackJournal.belongings)
        registry.add(all: [FeedbackJournal.analytics, FeedbackJournal.documents, FeedbackJournal.sharing], to: .gates)
        registry.add(FeedbackHome(journal: journal).card, to: .homeCards)
        registry.add(all: commands, to: .commands)
        registry.add(headway, to: .headway)
        registry.add(FollowUpBell(journal: journal).reminder, to: .reminders)
        registry.add(FollowUpBell(journal: journal).status, to: .statusItems)
        registry.add(all: FeedbackHelp.welcome, to: .welcomeSteps)
        registry.add(all: FeedbackHelp.topics, to: .helpTopics)
        registry.add(all: FeedbackHelp.groups, to: .commandGroups)
        registry.add(all: FeedbackHelp.questions, to: .questions)
        registry.add(all: FeedbackHelp.tips, to: .tips)
    }

    private var headway: Headway {
        let written: @Sendable () throws -> Int = { [journal] in try journal.counts().all }
        return Headway(
            after: ["new", "share"], firstUse: { [journal] in try journal.entries(EntryFilter()).last?.createdAt },
            told: { [.feature("Feedback"), .sessions(try written())] }, deeds: { .init(sessions: try written()) })
    }

    /// What becomes of feedback, and with whom.
    private var aftermath: [Command] {
        let (following, people) = (FollowingDesk(journal: journal), PersonDesk(journal: journal))
        let reviews = ReviewDesk(journal: journal, press: press)
        return [
            following.mark, following.followUp, following.due, reviews.agenda, reviews.review, people.list, people.show,
            people.add,
            people.rename, people.set, people.merge, people.delete,
        ]
    }

    private var commands: [Command] {
        let (entries, looking) = (EntryDesk(journal: journal), LookingDesk(journal: journal))
        let templates = TemplateDesk(journal: journal)
        return [
            entries.write, looking.list, looking.show, entries.edit, entries.delete,
            ShareDesk(journal: journal, post: post).share, SenderDesk(journal: journal, post: post).sender,
            LintDesk(journal: journal).lint, SettingsDesk(journal: journal).settings,
            AnalyticsDesk(journal: journal, press: press).analytics,
            looking.history, looking.search,
            ExportDesk(journal: journal, press: press).export, ImportDesk(journal: journal).bringIn, templates.list,
            templates.show, templates.add,
            templates.delete,
        ] + aftermath
    }
}
