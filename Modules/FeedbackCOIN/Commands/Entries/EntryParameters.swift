import FeedbackCOIN
import Kernel
import Terminal

/// What several commands take.
struct EntryParameters: Sendable {
    let journal: FeedbackJournal

    /// Text as it was typed: the journal judges it, so that a wrong text is wrong data and not a wrong command line.
    static let raw = ValueKind<String>("TEXT") { word, _ in word }

    /// The sections that were given.
    static let sections = Parameter<[FeedbackSection: String]>.group(
        .option("context", raw, "the circumstances, or the issue to discuss"),
        .option("observation", raw, "what you saw or heard"),
        .option("impact", raw, "what it does to the team or the organisation"),
        .option("next-steps", raw, "what should be different from now on")
    ) { context, observation, impact, nextSteps in
        let given: [FeedbackSection: String?] = [
            .context: context, .observation: observation, .impact: impact, .nextSteps: nextSteps,
        ]
        return given.compactMapValues { $0 }
    }

    static let tags = Parameter<[String]>.options("tag", raw, "a tag to find it by; repeat it for more tags")
    static let limit = Parameter<Int>.option(
        "limit", .integer(1...100_000), default: FeedbackJournal.listLimit, "how many at most")

    var id: Parameter<String> { .argument("id", ids, help) }

    var optionalID: Parameter<String?> { .optionalArgument("id", ids, "\(help); it is meant when nothing is named") }

    private var help: String { "\(FeedbackJournal.naming.help); `latest` is the newest" }

    var ids: ValueKind<String> {
        ValueKind<String>("ID", values: "a row, an id, or latest") { word, _ in word }.completed { _ in
            [FeedbackJournal.latest] + ((try? journal.entries().map(\.id.rawValue)) ?? [])
        }.row(of: FeedbackJournal.naming.list)
    }

    /// Somebody who is known.
    var somebody: ValueKind<String> {
        people.row(of: People.naming.list) { [journal] in (try? journal.people().called($0).isEmpty) == false }
    }

    private var people: ValueKind<String> {
        ValueKind("PERSON") { word, _ in word }.completed { [journal] _ in
            (try? journal.people().members.map(\.person.title)) ?? []
        }
    }

    /// What a command asks the journal for once it runs.
    typealias Asked<Value> = @Sendable () throws -> Value

    /// The other person, and who gave it to whom.
    var other: Parameter<Asked<FeedbackChange>> {
        .group(
            .option("to", people, "who it is for: 'NAME <ADDRESS>', a name or an address"),
            .option("from", people, "who gave it to you: for feedback that you received")
        ) { [journal] to, from in
            guard to == nil || from == nil else {
                throw Failure(
                    .contradiction, "Feedback has one other person: who it is for, or who gave it.",
                    advice: "Use only one of --to and --from.", kind: .usage)
            }
            return {
                var change = FeedbackChange()
                guard let typed = to ?? from else { return change }
                let meant = try journal.meant(by: typed)
                (change.recipient, change.person) = (.set(meant.recipient), meant.person)
                change.direction = to == nil ? .received : .given
                return change
            }
        }
    }

    /// What else there is to say of an entry.
    static let standing = Parameter<FeedbackChange>.group(
        .option(
            "kind", ValueKind<FeedbackKind>.choice("KIND"), "praise for what should happen again, growth for what should change"),
        .option("on", .pastDay, "the day it happened; otherwise the day of writing"),
        .option("project", raw, "what it was about"),
        .option("follow-up", .day, "the day until which the next step is to be done"),
        .option("step", raw, "what is to be done by then, with --follow-up; otherwise the next steps")
    ) { kind, day, project, due, step in
        guard step == nil || due != nil else {
            throw Failure(
                .stepWithoutDay, "--step needs a day until which it is to be done.", advice: "Add --follow-up DAY.", kind: .usage)
        }
        var change = FeedbackChange()
        change.kind = kind.map { .set($0) }
        change.happenedOn = day.map { .set($0) }
        change.project = project.map { .set($0) }
        change.followUp = due.map { .set(FollowUp(step, due: $0)) }
        return change
    }

    /// What is to be gone from an entry.
    static let removals = Parameter<FeedbackChange>.group(
        .flag("no-to", "remove the other person"), .flag("no-tags", "remove all tags"),
        .flag("no-kind", "neither praise nor growth"),
        .flag("no-day", "it happened on the day of writing"), .flag("no-project", "remove the project")
    ) { noOther, noTags, noKind, noDay, noProject in
        var change = FeedbackChange()
        change.recipient = noOther ? .remove : nil
        change.tags = noTags ? [] : nil
        change.kind = noKind ? .remove : nil
        change.happenedOn = noDay ? .remove : nil
        change.project = noProject ? .remove : nil
        return change
    }

    /// Which entries are meant, of all.
    var filter: Parameter<Asked<EntryFilter>> {
        .group(
            .option("person", somebody, "only those with somebody: a name, an address, or a row of `person list`"),
            .option("kind", ValueKind<FeedbackKind>.choice("KIND"), "only praise, or only growth"),
            .option(
                "direction", ValueKind<FeedbackDirection>.choice("DIRECTION"), "only what you gave, or only what you received"),
            .option("status", ValueKind<FeedbackStatus>.choice("STATUS"), "only those that have come so far, and no further"),
            .option("tag", EntryParameters.raw, "only those with this tag"),
            .option("project", EntryParameters.raw, "only those about this"),
            .option("from", .pastDay, "the first day, of what happened or else of writing"),
            .option("to", .pastDay, "the last day"),
            .flag("shared", "only those that were shared"), .flag("unshared", "only those that were not")
        ) { [journal] person, kind, direction, status, tag, project, first, last, shared, unshared in
            guard !(shared && unshared) else {
                throw Failure(
                    .contradiction, "--shared and --unshared together match nothing.", advice: "Use only one of them.",
                    kind: .usage)
            }
            let period = try journal.period(asked: first, last)
            return {
                var filter = EntryFilter(tag: tag, isShared: shared ? true : unshared ? false : nil)
                filter.people = try person.map { try journal.person($0).keys }
                (filter.kind, filter.direction, filter.status, filter.project) = (kind, direction, status, project)
                filter.period = period
                return filter
            }
        }
    }

    var template: Parameter<String?> {
        .option("template", templateNames, "what to begin with")
    }

    var templateNames: ValueKind<String> {
        ValueKind<String>("TEMPLATE") { word, _ in word }.completed { _ in (try? journal.templates().map(\.name)) ?? [] }
    }
}

extension FeedbackJournal {
    /// Nil for all days.
    func period(asked first: Day?, _ last: Day?) throws -> EntryPeriod? {
        guard first != nil || last != nil else { return nil }
        if let first, let last, last < first {
            throw Failure(
                .contradiction, "No day is from \(first) on and up to \(last).", advice: "Exchange --from and --to.", kind: .usage
            )
        }
        return period(from: first, through: last)
    }
}

extension FeedbackChange {
    /// Both.
    ///
    /// - Throws: `contradiction` where both name the same part.
    func and(_ other: FeedbackChange) throws -> FeedbackChange {
        let clashes =
            recipient != nil && other.recipient != nil || tags != nil && other.tags != nil
            || kind != nil && other.kind != nil || happenedOn != nil && other.happenedOn != nil
            || project != nil && other.project != nil
        guard !clashes else {
            throw Failure(
                .contradiction, "The same part cannot be set and removed.", advice: "Use only one of the two options.",
                kind: .usage)
        }
        return overruled(by: other)
    }

    /// Both; what the other names counts.
    func overruled(by other: FeedbackChange) -> FeedbackChange {
        var both = self
        both.sections.merge(other.sections) { $1 }
        both.recipient = other.recipient ?? recipient
        both.person = other.person ?? person
        both.tags = other.tags ?? tags
        both.kind = other.kind ?? kind
        both.direction = other.direction ?? direction
        both.happenedOn = other.happenedOn ?? happenedOn
        both.project = other.project ?? project
        both.followUp = other.followUp ?? followUp
        return both
    }
}

extension Optional {
    /// What it is set to.
    func value<Value>() -> Value? where Wrapped == FieldChange<Value> { if case .set(let value)? = self { value } else { nil } }
}
