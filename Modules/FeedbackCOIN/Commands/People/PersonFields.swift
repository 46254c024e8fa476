import FeedbackCOIN
import Interface
import Kernel

/// A person as a row of a list.
struct PersonRow: Sendable {
    let member: People.Member
    let latest: Day?

    static let fields: [Field<PersonRow>] = [
        Field("id", "the identifier, the same in every entry") { .text($0.member.id.rawValue) },
        Field(
            "name", title: "Name", "what they are called, or null", room: .main,
            cell: { StyledText($0.member.person.title, .title) }
        ) {
            .text($0.member.person.name)
        },
        Field("address", title: "Address", "where mail reaches them, or null") {
            .text($0.member.person.address?.text)
        },
        Field("pronoun", title: "Pronoun", "how to speak of them, or null") { .text($0.member.person.pronoun) },
        Field("team", title: "Team", "where they work, or null") { .text($0.member.person.team) },
        Field("aliases", "other names and addresses that mean them") { .texts($0.aliases) },
        Field("isNoted", "whether anything is noted; else only entries name them") { .bool($0.member.isSaved) },
        Field("entries", title: "Entries", "how many entries are about them", alignsRight: true) {
            .integer($0.member.count)
        },
        Field(
            "latest", title: "Latest", "the day of the newest entry, or null",
            cell: { StyledText($0.latest?.description ?? "", .muted) }
        ) {
            .day($0.latest)
        },
    ]

    var aliases: [String] {
        let mainNames = [member.person.name, member.person.address?.text]
        return member.names.filter { !mainNames.contains($0) }
    }

    var facts: [(name: String, value: StyledText)] {
        let person = member.person
        let texts = [
            ("Address", person.address?.text), ("Pronoun", person.pronoun), ("Team", person.team),
            ("Also called", aliases.isEmpty ? nil : aliases.joined(separator: ", ")),
        ]
        return [("Name", StyledText(person.title))]
            + texts.compactMap { name, text in text.map { (name, StyledText($0)) } }
    }
}

extension FeedbackJournal {
    func row(_ member: People.Member) -> PersonRow { PersonRow(member: member, latest: member.latest.map(day(of:))) }
}
