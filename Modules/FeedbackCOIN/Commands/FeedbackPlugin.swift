import Documents
import FeedbackCOIN
import Guidance
import Interface
import Kernel
import Reminders

/// The plugin that adds feedback to an app: its commands, records, gate and home card.
package struct FeedbackPlugin: Plugin {
    package let name = "FeedbackCOIN"
    private let journal: FeedbackJournal
    private let post: MailConfiguration
    private let press: Press

    package init(_ journal: FeedbackJournal, post: MailConfiguration, press: Press) {
        self.journal = journal
        self.post = post
        self.press = press
    }

    package func contribute(to registry: inout Registry) {
        registry.add(FeedbackJournal.syncPolicies)
        registry.add(all: [FeedbackJournal.analytics, FeedbackJournal.documents, FeedbackJournal.sharing], to: .gates)
        registry.add(FeedbackHome(journal: journal).card, to: .homeCards)
        registry.add(all: commands, to: .commands)
        registry.add(usage, to: .usage)
        registry.add(FollowUpReminders(journal: journal).reminder, to: .reminders)
        registry.add(FollowUpReminders(journal: journal).status, to: .statusItems)
        registry.add(all: FeedbackHelp.welcome, to: .welcomeSteps)
        registry.add(all: FeedbackHelp.topics, to: .helpTopics)
        registry.add(all: FeedbackHelp.groups, to: .commandGroups)
        registry.add(all: FeedbackHelp.questions, to: .questions)
        registry.add(all: FeedbackHelp.tips, to: .tips)
    }

    private var usage: FeatureUsage {
        let entryCount: @Sendable () throws -> Int = { [journal] in try journal.counts().all }
        return FeatureUsage(
            after: ["new", "share"], firstUse: { [journal] in try journal.entries(EntryFilter()).last?.createdAt },
            feedbackFacts: { [.feature("Feedback"), .sessions(try entryCount())] },
            usageCounts: { .init(sessions: try entryCount()) })
    }

    private var personCommands: [Command] {
        let followUps = FollowUpCommands(journal: journal)
        let people = PersonCommands(journal: journal)
        let reviews = ReviewCommands(journal: journal, press: press)
        return [
            followUps.mark, followUps.followUp, followUps.due, reviews.agenda, reviews.review, people.list, people.show,
            people.add, people.rename, people.set, people.merge, people.delete,
        ]
    }

    private var commands: [Command] {
        let entries = FeedbackEntryCommands(journal: journal)
        let queries = EntryQueryCommands(journal: journal)
        let templates = TemplateCommands(journal: journal)
        return [
            entries.write, queries.list, queries.show, entries.edit, entries.delete,
            ShareCommand(journal: journal, post: post).share, SenderCommand(journal: journal, post: post).sender,
            LintCommand(journal: journal).lint, SettingsCommands(journal: journal).settings,
            AnalyticsCommand(journal: journal, press: press).analytics, queries.history, queries.search,
            ExportCommand(journal: journal, press: press).export, ImportCommand(journal: journal).importEntries,
            templates.list, templates.show, templates.add, templates.delete,
        ] + personCommands
    }
}
