import FeedbackCOIN
import Kernel
import Terminal

/// The commands of `person` that keep what is noted about people.
struct PersonDesk: Sendable {
    let journal: FeedbackJournal

    private var person: Parameter<String> {
        .argument("name", EntryParameters(journal: journal).somebody, "a name, an address, or a row of `person list`")
    }

    private static let noted = Parameter<PersonChange>.group(
        .option("address", EntryParameters.raw, "where mail reaches them"),
        .option("pronoun", EntryParameters.raw, "how to speak of them"),
        .option("team", EntryParameters.raw, "where they work"),
        .options("alias", EntryParameters.raw, "another name or address that means them; repeat it for more")
    ) { address, pronoun, team, aliases in
        PersonChange(
            address: address.map { .set($0) }, pronoun: pronoun.map { .set($0) }, team: team.map { .set($0) }, aliases: aliases)
    }

    private static let removals = Parameter<PersonChange>.group(
        .flag("no-address", "remove the address"), .flag("no-pronoun", "remove the pronoun"), .flag("no-team", "remove the team"),
        .options("no-alias", EntryParameters.raw, "a name or address that does not mean them")
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
                next: rows.first.map { ["person \(PersonDesk.typed($0.member))"] } ?? ["new --to NAME", "person add NAME"]
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
                next: ["person \(PersonDesk.typed(row.member))", "agenda \(PersonDesk.typed(row.member))"])
        }
    }

    var add: Command {
        Command(
            "person add", "Add somebody",
            examples: [
                .init("person add 'Kim Park' --address kim@example.org --pronoun they --team Web", "with all that is known")
            ],
            .argument("name", EntryParameters.raw, "a name, or 'NAME <ADDRESS>'"), PersonDesk.noted,
            returns: .one(PersonRow.fields), changes: true
        ) { name, change in said(try journal.addPerson(name, change)) { "Added \($0) (\($1))." } }
    }

    var rename: Command {
        Command(
            "person rename", "Change what somebody is called, everywhere at once",
            discussion: "The name before still means them, as an alias. `person set NAME --no-alias OLD` lets go of it.",
            examples: [.init("person rename Sam 'Samuel Lee'", "in every entry, list and page")],
            person, .argument("to", EntryParameters.raw, "the new name"), returns: .one(PersonRow.fields), changes: true
        ) { name, new in
            let before = try journal.person(name)
            let now = try journal.note(before.id.rawValue, PersonChange(name: new))
            return said(now) { "Renamed \(before.person.title) to \($0) (\($1))." }
        }
    }

    var set: Command {
        Command(
            "person set", "Note something about somebody",
            examples: [.init("person set Sam --team Web --pronoun they", "what you want to remember")],
            person, PersonDesk.noted, PersonDesk.removals, returns: .one(PersonRow.fields), changes: true
        ) { name, noted, removals in
            guard !(noted.isEmpty && removals.isEmpty) else {
                throw Failure(
                    .nothingToChange, "Nothing was said that could be noted.",
                    advice: "Give --address, --pronoun, --team or --alias; `person rename` changes the name.", kind: .usage)
            }
            let change = PersonChange(
                address: removals.address ?? noted.address, pronoun: removals.pronoun ?? noted.pronoun,
                team: removals.team ?? noted.team, aliases: noted.aliases, removedAliases: removals.removedAliases)
            return said(try journal.note(name, change)) { "Noted about \($0) (\($1))." }
        }
    }

    var merge: Command {
        Command(
            "person merge", "Make one person of two",
            discussion:
                "Everything that means the first means the second from now on. No entry changes, and `undo` parts them again.",
            examples: [.init("person merge sam@example.org Sam", "the same person under two names", runs: false)],
            person, .argument("into", EntryParameters(journal: journal).somebody, "who both are in truth"),
            returns: .one(PersonRow.fields), changes: true
        ) { one, other in said(try journal.merge(one, into: other)) { "Everything is about one person now: \($0) (\($1))." } }
    }

    var delete: Command {
        Command(
            "person delete", "Delete what is noted about somebody",
            discussion: "Asks first. Entries stay, under the names that they were written with. `undo` brings everything back.",
            examples: [.init("person delete Sam --yes", "without asking")], person, returns: .one(PersonRow.fields), changes: true
        ) { name in
            let member = try journal.person(name)
            let stay = member.count == 0 ? "" : " \(counted(member.count, "entry", "entries")) about them stay."
            return .confirm("Delete what is noted about \(member.person.title)?\(stay)") {
                let gone = try journal.deletePerson(member.id.rawValue)
                return .changed(
                    "Deleted what was noted about \(gone.person.title) (\(gone.id)).\(stay)", journal.row(gone), PersonRow.fields,
                    next: ["undo", "person list"])
            }
        }
    }

    private func said(_ member: People.Member, _ deed: (_ name: String, _ id: String) -> String) -> Output {
        .changed(
            deed(member.person.title, member.id.rawValue), journal.row(member), PersonRow.fields,
            next: ["person \(PersonDesk.typed(member))", "undo"])
    }

    /// As it is typed to mean them: the name, in quotes where a shell would part it, else the end of the identifier.
    static func typed(_ member: People.Member) -> String {
        let isWord = { (scalar: Unicode.Scalar) in scalar.properties.isAlphabetic || scalar.properties.numericType != nil }
        guard let name = member.person.name, name.unicodeScalars.allSatisfy({ isWord($0) || $0 == " " }),
            name.unicodeScalars.contains(where: \.properties.isAlphabetic), !verbs.contains(name.lowercased())
        else { return member.id.end }
        return name.contains(" ") ? "'\(name)'" : name
    }

    /// What a person cannot be called behind `person`.
    private static let verbs = ["list", "show", "add", "rename", "set", "merge", "delete"]
}
