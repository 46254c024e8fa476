import Club
import Interface
import Kernel

/// `club directory`: instructors who are listed by consent.
struct DirectoryCommand: Sendable {
    let options: ClubOptions

    private static let fields: [Field<DirectoryLine>] = [
        Field("name", title: "Name", "the alias that they chose") { .text($0.name) },
        Field("teaches", title: "Teaches", "what they teach, and when; may be empty", room: .main) {
            .text($0.teaches)
        },
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
                .init(
                    "club directory --as Ines --teaches 'Children, Mondays' --contact 07700900123", "join it",
                    runs: false),
                .init("club directory --leave", "leave the board", runs: false),
            ],
            .option("as", .text("NAME", limit: Student.longestName), "stand there under this name"),
            .option("teaches", .text("TEXT", limit: DirectoryLine.longest), "what you teach, and when"),
            .option("contact", .text("TEXT", limit: DirectoryLine.longest), "how you are reached"),
            .flag("leave", "leave the board"), options.club, returns: .list(DirectoryCommand.fields), changes: true
        ) { name, teaches, contact, isLeaving, club in
            let (circle, snapshot) = try options.snapshot(club)
            if isLeaving {
                let removedCount = try circle.leaveDirectory(in: snapshot)
                return try list(
                    club,
                    saying: removedCount > 0 ? "You stand in the directory no more." : "You were not on the board.")
            }
            guard name != nil || teaches != nil || contact != nil else { return try list(club) }
            let line = try ClubCircle.validated(
                DirectoryLine(name: name ?? snapshot.me.name, teaches: teaches ?? "", contact: contact ?? ""))
            var output = Output.confirm("Show exactly this to everybody in \(snapshot.group.name)?") {
                let sending = try circle.addToDirectory(line, in: snapshot)
                return try list(club, saying: ClubOptions.deliveryMessage("You stand in the directory.", sending))
            }
            output.blocks = Output.one(line, DirectoryCommand.fields).blocks
            return output
        }
    }

    /// Returns the directory after a new reading, with a notice about the change.
    private func list(_ club: String?, saying notice: String? = nil) throws -> Output {
        let (_, snapshot) = try options.snapshot(club)
        var output = Output.list(
            snapshot.directory.map(\.value), DirectoryCommand.fields,
            heading: StyledText("Instructors of \(snapshot.group.name)"),
            empty: "No instructor stands there.", footer: SharedClubCommands.copyNotice(snapshot),
            next: snapshot.isStaff ? ["club directory --as NAME --teaches TEXT"] : ["club"])
        output.notice = notice
        return output
    }
}
