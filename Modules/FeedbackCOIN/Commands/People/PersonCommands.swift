import FeedbackCOIN
import Interface
import Kernel

/// The commands of `person` that manage notes about people.
struct PersonCommands: Sendable {
    let journal: FeedbackJournal

    private var person: Parameter<String> {
        .argument("name", EntryParameters(journal: journal).person, "a name, an address, or a row of `person list`")
    }

    private static let details = Parameter<PersonChange>.group(
        .option("address", EntryParameters.raw, "where mail reaches them"),
        .option("pronoun", EntryParameters.raw, "how to speak of them"),
        .option("team", EntryParameters.raw, "where they work"),
        .options("alias", EntryParameters.raw, "another name or address that means them; repeat it for more")
    ) { address, pronoun, team, aliases in
        PersonChange(
            address: address.map { .set($0) }, pronoun: pronoun.map { .set($0) }, team: team.map { .set($0) },
            aliases: aliases)
    }

    private static let removals = Parameter<PersonChange>.group(
        .flag("no-address", "remove the address"), .flag("no-pronoun", "remove the pronoun"),
        .flag("no-team", "remove the team"),
        .options("no-alias", EntryParameters.raw, "a name or address to remove from the aliases")
    ) { address, pronoun, team, aliases in
        PersonChange(
            address: address ? .remove : nil, pronoun: pronoun ? .remove : nil, team: team ? .remove : nil,
            removedAliases: aliases)
    }

    var list: Command {
        Command(
            "person list", "List everybody with whom you exchange feedback",
            discussion: "Whoever an entry names is here by themselves; `person set` notes more about them.",
            examples: [.init("person list", "by name")], returns: .list(PersonRow.fields)
        ) {
            let rows = try journal.people().members.map(journal.row)
            return Output.list(
                rows, PersonRow.fields, heading: "People",
                empty: "There is nobody yet. Whoever you write feedback for comes up here.",
                next: rows.first.map { ["person \(PersonCommands.argument($0.member))"] } ?? [
                    "new --to NAME", "person add NAME",
                ]
            ).numbered(of: People.naming.list, shownBy: "person ROW")
        }
    }

    var show: Command {
        Command(
            "person show", "Show what is noted about somebody", discussion: "`person NAME` shows the feedback as well.",
            examples: [.init("person show Sam", "address, pronoun, team and other names")], person,
            returns: .one(PersonRow.fields)
        ) { name in
            let row = journal.row(try journal.person(name))
            let entries = (name: "Entries", value: StyledText("\(row.member.count)"))
            return .one(
                row, PersonRow.fields, blocks: [.facts(row.facts + [entries])],
                next: [
                    "person \(PersonCommands.argument(row.member))", "agenda \(PersonCommands.argument(row.member))",
                ])
        }
    }

    var add: Command {
        Command(
            "person add", "Add somebody",
            examples: [
                .init(
                    "person add 'Kim Park' --address kim@example.org --pronoun they --team Web",
                    "with all that is known")
            ],
            .argument("name", EntryParameters.raw, "a name, or 'NAME <ADDRESS>'"), PersonCommands.details,
            returns: .one(PersonRow.fields), changes: true
        ) { name, change in changedOutput(try journal.addPerson(name, change)) { "Added \($0) (\($1))." } }
    }

    var rename: Command {
        Command(
            "person rename", "Change a person's name everywhere",
            discussion:
                "The name before still means them, as an alias. `person set NAME --no-alias OLD` lets go of it.",
            examples: [.init("person rename Sam 'Samuel Lee'", "in every entry, list and page")],
            person, .argument("to", EntryParameters.raw, "the new name"), returns: .one(PersonRow.fields), changes: true
        ) { name, newName in
            let previous = try journal.person(name)
            let renamed = try journal.updatePerson(previous.id.rawValue, PersonChange(name: newName))
            return changedOutput(renamed) { "Renamed \(previous.person.title) to \($0) (\($1))." }
        }
    }

    var set: Command {
        Command(
            "person set", "Save details about a person",
            examples: [.init("person set Sam --team Web --pronoun they", "what you want to remember")],
            person, PersonCommands.details, PersonCommands.removals, returns: .one(PersonRow.fields), changes: true
        ) { name, details, removals in
            guard !(details.isEmpty && removals.isEmpty) else {
                throw Failure(
                    .nothingToChange, "Nothing was said that could be noted.",
                    advice: "Give --address, --pronoun, --team or --alias; `person rename` changes the name.",
                    kind: .usage)
            }
            let change = PersonChange(
                address: removals.address ?? details.address, pronoun: removals.pronoun ?? details.pronoun,
                team: removals.team ?? details.team, aliases: details.aliases, removedAliases: removals.removedAliases)
            return changedOutput(try journal.updatePerson(name, change)) { "Noted about \($0) (\($1))." }
        }
    }

    var merge: Command {
        Command(
            "person merge", "Merge two people",
            discussion:
                "Everything that means the first means the second from now on. No entry changes, and `undo` parts them again.",
            examples: [.init("person merge sam@example.org Sam", "the same person under two names", runs: false)],
            person, .argument("into", EntryParameters(journal: journal).person, "the person who remains"),
            returns: .one(PersonRow.fields), changes: true
        ) { source, target in
            changedOutput(try journal.merge(source, into: target)) {
                "Everything is about one person now: \($0) (\($1))."
            }
        }
    }

    var delete: Command {
        Command(
            "person delete", "Delete what is noted about somebody",
            discussion:
                "Asks first. Entries stay, under the names that they were written with. `undo` brings everything back.",
            examples: [.init("person delete Sam --yes", "without asking")], person, returns: .one(PersonRow.fields),
            changes: true
        ) { name in
            let member = try journal.person(name)
            let remainingText =
                member.count == 0 ? "" : " \(counted(member.count, "entry", "entries")) about them stay."
            return .confirm("Delete what is noted about \(member.person.title)?\(remainingText)") {
                let deleted = try journal.deletePerson(member.id.rawValue)
                return .changed(
                    "Deleted what was noted about \(deleted.person.title) (\(deleted.id)).\(remainingText)",
                    journal.row(deleted),
                    PersonRow.fields, next: ["undo", "person list"])
            }
        }
    }

    private func changedOutput(_ member: People.Member, _ notice: (_ name: String, _ id: String) -> String) -> Output {
        .changed(
            notice(member.person.title, member.id.rawValue), journal.row(member), PersonRow.fields,
            next: ["person \(PersonCommands.argument(member))", "undo"])
    }

    /// Returns the text that names a person in a command.
    ///
    /// It is the name, quoted for a shell if necessary, or else the end of the identifier.
    static func argument(_ member: People.Member) -> String {
        let isWord = { (scalar: Unicode.Scalar) in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        }
        guard let name = member.person.name, name.unicodeScalars.allSatisfy({ isWord($0) || $0 == " " }),
            name.unicodeScalars.contains(where: \.properties.isAlphabetic), !subcommands.contains(name.lowercased())
        else { return member.id.shortForm }
        return name.contains(" ") ? "'\(name)'" : name
    }

    /// The words after `person` that cannot be a person's name.
    private static let subcommands = ["list", "show", "add", "rename", "set", "merge", "delete"]
}
