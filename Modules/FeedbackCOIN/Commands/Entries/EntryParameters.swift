import FeedbackCOIN
import Interface
import Kernel

/// The parameters that several commands share.
struct EntryParameters: Sendable {
    let journal: FeedbackJournal

    /// Text as typed.
    ///
    /// The journal checks it, so invalid text is an error of the data and not of usage.
    static let raw = ValueKind<String>("TEXT") { word, _ in word }

    static let sections = Parameter<[FeedbackSection: String]>.group(
        .option("context", raw, "the circumstances, or the issue to discuss"),
        .option("observation", raw, "what you saw or heard"),
        .option("impact", raw, "what it does to the team or the organisation"),
        .option("next-steps", raw, "what should be different from now on")
    ) { context, observation, impact, nextSteps in
        let textBySection: [FeedbackSection: String?] = [
            .context: context, .observation: observation, .impact: impact, .nextSteps: nextSteps,
        ]
        return textBySection.compactMapValues { $0 }
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

    var person: ValueKind<String> {
        people.row(of: People.naming.list) { [journal] in (try? journal.people().matches($0).isEmpty) == false }
    }

    private var people: ValueKind<String> {
        ValueKind("PERSON") { word, _ in word }.completed { [journal] _ in
            (try? journal.people().members.map(\.person.title)) ?? []
        }
    }

    /// A query of the journal that runs with the command.
    typealias Query<Value> = @Sendable () throws -> Value

    /// The parameter for the other person and the direction of the feedback.
    var otherPerson: Parameter<Query<FeedbackChange>> {
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
                let resolved = try journal.resolve(typed)
                (change.recipient, change.person) = (.set(resolved.recipient), resolved.person)
                change.direction = to == nil ? .received : .given
                return change
            }
        }
    }

    static let facts = Parameter<FeedbackChange>.group(
        .option(
            "kind", ValueKind<FeedbackKind>.choice("KIND"),
            "praise for what should happen again, growth for what should change"),
        .option("on", .pastDay, "the day it happened; otherwise the day of writing"),
        .option("project", raw, "what it was about"),
        .option("follow-up", .day, "the day until which the next step is to be done"),
        .option("step", raw, "what is to be done by then, with --follow-up; otherwise the next steps")
    ) { kind, day, project, due, step in
        guard step == nil || due != nil else {
            throw Failure(
                .stepWithoutDay, "--step needs a day until which it is to be done.", advice: "Add --follow-up DAY.",
                kind: .usage)
        }
        var change = FeedbackChange()
        change.kind = kind.map { .set($0) }
        change.happenedOn = day.map { .set($0) }
        change.project = project.map { .set($0) }
        change.followUp = due.map { .set(FollowUp(step, due: $0)) }
        return change
    }

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

    var filter: Parameter<Query<EntryFilter>> {
        .group(
            .option("person", person, "only those with somebody: a name, an address, or a row of `person list`"),
            .option("kind", ValueKind<FeedbackKind>.choice("KIND"), "only praise, or only growth"),
            .option(
                "direction", ValueKind<FeedbackDirection>.choice("DIRECTION"),
                "only what you gave, or only what you received"),
            .option(
                "status", ValueKind<FeedbackStatus>.choice("STATUS"), "only those that have come so far, and no further"
            ),
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

    var template: Parameter<String?> { .option("template", templateNames, "what to begin with") }

    var templateNames: ValueKind<String> {
        ValueKind<String>("TEMPLATE") { word, _ in word }.completed { _ in (try? journal.templates().map(\.name)) ?? []
        }
    }
}

extension FeedbackJournal {
    /// Returns the period, or nil for all days.
    func period(asked first: Day?, _ last: Day?) throws -> EntryPeriod? {
        guard first != nil || last != nil else { return nil }
        if let first, let last, last < first {
            throw Failure(
                .contradiction, "No day is from \(first) on and up to \(last).", advice: "Exchange --from and --to.",
                kind: .usage
            )
        }
        return period(from: first, through: last)
    }
}

extension FeedbackChange {
    /// Combines two changes.
    ///
    /// - Throws: `contradiction` if both set the same part.
    func merged(_ other: FeedbackChange) throws -> FeedbackChange {
        let hasConflict =
            recipient != nil && other.recipient != nil || tags != nil && other.tags != nil
            || kind != nil && other.kind != nil || happenedOn != nil && other.happenedOn != nil
            || project != nil && other.project != nil
        guard !hasConflict else {
            throw Failure(
                .contradiction, "The same part cannot be set and removed.", advice: "Use only one of the two options.",
                kind: .usage)
        }
        return overridden(by: other)
    }

    /// Combines two changes, of which the other takes precedence.
    func overridden(by other: FeedbackChange) -> FeedbackChange {
        var merged = self
        merged.sections.merge(other.sections) { $1 }
        merged.recipient = other.recipient ?? recipient
        merged.person = other.person ?? person
        merged.tags = other.tags ?? tags
        merged.kind = other.kind ?? kind
        merged.direction = other.direction ?? direction
        merged.happenedOn = other.happenedOn ?? happenedOn
        merged.project = other.project ?? project
        merged.followUp = other.followUp ?? followUp
        return merged
    }
}

extension Optional {
    /// Returns the new value, or nil if the change sets none.
    func value<Value>() -> Value? where Wrapped == FieldChange<Value> {
        if case .set(let value)? = self { value } else { nil }
    }
}
