import FeedbackCOIN
import Interface
import Kernel

/// The commands that write and change entries.
struct FeedbackEntryCommands: Sendable {
    let journal: FeedbackJournal

    private var parameters: EntryParameters { EntryParameters(journal: journal) }

    var write: Command {
        Command(
            "new", "Write feedback",
            discussion: """
                Feedback has four sections: context, observation, impact and next steps. Only the context is required. Write them with the options \
                below; without options, an editor opens with the four headings.

                A template starts each section with text and gaps to fill in; `template list` shows the templates.

                --to names who it is for; whom you name is known from then on, see `person list`. --from keeps what somebody said to you.
                """,
            examples: [
                .init(
                    "new --context 'Sprint review' --observation 'The demo ran without a hitch' --to 'Sam <sam@example.org>'",
                    "at once"),
                .init("new --template good-work --context 'The release of Friday' --tag praise", "from a template"),
                .init(
                    "new --context 'Handover' --to Sam --kind growth --project shop --follow-up 'next friday'",
                    "with a next step"
                ),
            ],
            EntryParameters.sections, parameters.template, parameters.otherPerson, EntryParameters.facts,
            EntryParameters.tags, returns: .one(EntryRow.fields), changes: true
        ) { sections, template, otherPerson, facts, tags in
            let details = try otherPerson().merged(facts)
            let tags = try FeedbackJournal.checked(tags: tags)
            let initial = try template.map { try journal.template(named: $0).text } ?? FeedbackText()
            guard sections.isEmpty else {
                let text = sections.reduce(into: initial) { text, section in text[section.key] = section.value }
                return try writtenOutput(journal.write(text, tags: tags, details))
            }
            let about = EditorFacts(
                kind: details.kind.value(), day: details.happenedOn.value(), project: details.project.value())
            return EntryEditor(text: initial, about: about, unchanged: "Nothing was written.") { text, change in
                try writtenOutput(journal.write(text, tags: tags, details.overridden(by: change)))
            }.output
        }
    }

    var edit: Command {
        Command(
            "edit", "Change feedback",
            discussion: """
                Each option replaces its section; --tag replaces all tags. An empty text empties a section, except the context. \
                Without options an editor opens. `mark` and `follow-up` say what became of it.
                """,
            examples: [
                .init("edit latest --impact 'We shipped a day early'", "one section"),
                .init("edit latest --kind praise --on yesterday", "what it is, and when it happened"),
            ],
            parameters.id, EntryParameters.sections, parameters.otherPerson, EntryParameters.facts,
            EntryParameters.tags,
            EntryParameters.removals, returns: .one(EntryRow.fields), changes: true
        ) { id, sections, otherPerson, facts, tags, removals in
            let entry = try journal.entry(id)
            let change = try FeedbackChange(sections: sections, tags: tags.isEmpty ? nil : tags).merged(otherPerson())
                .merged(
                    facts
                )
                .merged(
                    removals)
            guard change.isEmpty else { return try changeOutput(entry, change) }
            let about = EditorFacts(kind: entry.kind, day: entry.happenedOn, project: entry.project)
            return EntryEditor(
                text: entry.text, about: about, fileName: entry.draftName, unchanged: "Nothing was changed."
            ) { text, factChange in
                try changeOutput(entry, FeedbackChange(from: entry.text, to: text).overridden(by: factChange))
            }.output
        }
    }

    var delete: Command {
        Command(
            "delete", "Delete feedback and its share history",
            discussion:
                "Asks first. `undo` brings both back. With --purge they are deleted at once: no word of them stays in any file.",
            examples: [
                .init("delete latest --yes", "without asking"), .init("delete latest --purge --yes", "for good"),
            ],
            parameters.id, .flag("purge", "delete for good, at once"), returns: .one(EntryRow.fields), changes: true
        ) { id, isPermanent in
            let entry = try journal.entry(id)
            return .confirm(
                isPermanent
                    ? "Delete “\(entry.text.preview)” (\(entry.id)) for good?"
                    : "Delete “\(entry.text.preview)” (\(entry.id))?"
            ) {
                if isPermanent {
                    try journal.purge(entry.id)
                    return .changed(
                        "Deleted \(entry.id) for good.", journal.row(entry), EntryRow.fields, next: ["list"])
                }
                try journal.delete(entry.id)
                return .changed(
                    "Deleted “\(entry.text.preview)” (\(entry.id)).", journal.row(entry), EntryRow.fields,
                    next: ["undo"])
            }
        }
    }

    private func writtenOutput(_ entry: FeedbackEntry) throws -> Output {
        try withAdvice(
            .changed(
                "Wrote “\(entry.text.preview)” (\(entry.id)).\(try similarPersonNote(entry))", journal.row(entry),
                EntryRow.fields,
                next: (entry.direction == .given ? [shareCommand(entry)] : []) + ["edit \(entry.id.shortForm)"]),
            on: entry)
    }

    /// Returns a note that another known person may be meant, after an entry for a new person.
    private func similarPersonNote(_ entry: FeedbackEntry) throws -> String {
        guard let similarPerson = try journal.similarPeople(for: entry).first, let name = entry.recipient?.name else {
            return ""
        }
        return
            " “\(name)” is somebody new; if you mean \(similarPerson.person.title): `person merge '\(name)' \(PersonCommands.argument(similarPerson))`."
    }

    /// Changes an entry and returns the message, with advice on new text.
    private func changeOutput(_ entry: FeedbackEntry, _ change: FeedbackChange) throws -> Output {
        let updated = try journal.change(entry.id, change)
        guard updated != entry else {
            return .changed(
                "Nothing was changed.", journal.row(updated), EntryRow.fields, next: ["show \(updated.id.shortForm)"])
        }
        let output = Output.changed(
            "Changed “\(updated.text.preview)” (\(updated.id)).", journal.row(updated), EntryRow.fields,
            next: ["show \(updated.id.shortForm)", "undo"])
        return try updated.text == entry.text ? output : withAdvice(output, on: updated)
    }

    /// Returns an output with the advice on an entry's wording below it.
    private func withAdvice(_ output: Output, on entry: FeedbackEntry) throws -> Output {
        var output = output
        output.blocks = try LintCommand(journal: journal).remark(on: entry)
        return output
    }

    /// Returns the command that shares an entry, as a suggestion.
    private func shareCommand(_ entry: FeedbackEntry) -> String {
        entry.recipient?.mailbox == nil
            ? "share \(entry.id.shortForm) --to ADDRESS" : "share \(entry.id.shortForm) --preview"
    }
}
