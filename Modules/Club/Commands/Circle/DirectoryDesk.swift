import Club
import Kernel
import Terminal

/// `club directory`: instructors who want to be found.
struct DirectoryDesk: Sendable {
    let options: ClubOptions

    private static let fields: [Field<DirectoryLine>] = [
        Field("name", title: "Name", "what they want to be called") { .text($0.name) },
        Field("teaches", title: "Teaches", "what they teach, and when; may be empty", room: .main) { .text($0.teaches) },
        Field("contact", title: "Contact", "how they are reached; may be empty") { .text($0.contact) },
    ]

    var command: Command {
        Command(
            "club directory", "Show which instructors want to be found; stand there, or leave it",
            discussion: """
                Only instructors who want to stand there, with exactly what they write: it is shown before they say yes. --leave takes it back at once.
                """,
            examples: [
                .init("club directory", "who teaches what", runs: false),
                .init("club directory --as Ines --teaches 'Children, Mondays' --contact 07700900123", "stand there", runs: false),
                .init("club directory --leave", "stand there no more", runs: false),
            ],
            .option("as", .text("NAME", limit: Student.longestName), "stand there under this name"),
            .option("teaches", .text("TEXT", limit: DirectoryLine.longest), "what you teach, and when"),
            .option("contact", .text("TEXT", limit: DirectoryLine.longest), "how you are reached"),
            .flag("leave", "stand there no more"), options.club, returns: .list(DirectoryDesk.fields), changes: true
        ) { name, teaches, contact, isLeaving, club in
            let (circle, sight) = try options.sight(club)
            if isLeaving {
                let gone = try circle.leaveDirectory(in: sight)
                return try list(club, saying: gone > 0 ? "You stand in the directory no more." : "You did not stand there.")
            }
            guard name != nil || teaches != nil || contact != nil else { return try list(club) }
            let line = try ClubCircle.judged(
                DirectoryLine(name: name ?? sight.me.name, teaches: teaches ?? "", contact: contact ?? ""))
            var output = Output.confirm("Show exactly this to everybody in \(sight.known.name)?") {
                let sending = try circle.list(line, in: sight)
                return try list(club, saying: ClubOptions.said("You stand in the directory.", sending))
            }
            output.blocks = Output.one(line, DirectoryDesk.fields).blocks
            return output
        }
    }

    private func list(_ club: String?, saying notice: String? = nil) throws -> Output {
        let (_, sight) = try options.sight(club)
        var output = Output.list(
            sight.directory.map(\.value), DirectoryDesk.fields, heading: StyledText("Instructors of \(sight.known.name)"),
            empty: "No instructor stands there.", footer: CircleDesk.copy(sight),
            next: sight.isStaff ? ["club directory --as NAME --teaches TEXT"] : ["club"])
        output.notice = notice
        return output
    }
}
