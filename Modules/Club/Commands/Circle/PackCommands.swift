import Club
import Interface
import Kernel

/// `club pack …`: the club's own terms and rules.
struct PackCommands: Sendable {
    let options: ClubOptions

    var commands: [Command] { [list, publish, withdraw, take, drop] }

    private static let fields: [Field<ClubPacks.Line>] = [
        Field("id", title: "Pack", "by which it is known") { .text($0.id) },
        Field("name", title: "Name", "what it is called", room: .main) { .text($0.name) },
        Field("since", title: "Since", "since when it is handed out as it is; null for one that no longer is") {
            .day($0.since)
        },
        Field("standing", title: "Here", "offered, taken, changed since, or withdrawn by the club") {
            .text($0.state.rawValue)
        },
    ]

    private static let packArgument = Parameter<String>.argument(
        "pack", .text("PACK", limit: 64), "its id or name in `club pack`")

    /// Returns the club's packs with the snapshot that offers them.
    private func packs(_ club: String?) throws -> (packs: ClubPacks, snapshot: ClubSnapshot) {
        let (circle, snapshot) = try options.snapshot(club)
        return (ClubPacks(circle, in: options.packStorage), snapshot)
    }

    private var list: Command {
        Command(
            "club pack", "List what the club hands out: its own wording, its own rules",
            discussion:
                "A pack comes onto this device only if you take it, and goes when you drop it or leave the club.",
            examples: [.init("club pack", "what there is", runs: false)], options.club,
            returns: .list(PackCommands.fields), changes: true
        ) { club in
            let (packs, snapshot) = try packs(club)
            let lines = try packs.lines(snapshot)
            let installable = lines.first { $0.state == .offered || $0.state == .changed }
            return .list(
                lines, PackCommands.fields, heading: StyledText("Packs of \(snapshot.group.name)"),
                empty: "The club hands out no pack.", footer: SharedClubCommands.copyNotice(snapshot),
                next: installable.map { ["club pack take \($0.id)"] }
                    ?? (snapshot.role == .head ? ["club pack publish FILE"] : ["club"]))
        }
    }

    /// Returns the summary of a pack for people.
    private static func reportBlocks(_ report: PackReport) -> [Block] {
        let contents = report.contents.isEmpty ? "nothing" : report.contents.joined(separator: ", ")
        let about = report.about.isEmpty ? [] : [("About", StyledText(report.about))]
        return [
            .heading(StyledText("\(report.name) (\(report.id))")),
            .facts(about.map { (name: $0.0, value: $0.1) } + [(name: "Brings", value: StyledText(contents))]),
        ]
    }

    private var publish: Command {
        Command(
            "club pack publish", "Hand out a pack: a file that `content check` finds nothing in",
            discussion: """
                One file of up to \(ClubPack.maxBytes / 1024) KiB, with everything in it. It takes the place of the one with its id. Members see what it brings and \
                take it if they want to; what it says of words, patterns and rules lies on the bundled packs there.
                """,
            examples: [.init("club pack publish tigers.json", "the club's wording", runs: false)],
            .argument("file", .inputFile, "the pack; - is standard input"),
            .option("by", .text("MEMBER", limit: 64), "who made it; they are named if they want to be (`club credit`)"),
            options.club, returns: .one(PackCommands.fields), changes: true
        ) { file, by, club in
            let (packs, snapshot) = try packs(club)
            // A file above the limit is read too, so that the message can state its size.
            let bytes = try file.bytes(limit: 8 << 20)
            let report = try packs.validated(bytes)
            let author = try by.map { try SharedClubCommands.member($0, in: snapshot) } ?? snapshot.me
            var output = Output.confirm("Hand this out to everybody in \(snapshot.group.name)?") {
                let sending = try packs.publish(bytes, by: author.id, in: snapshot)
                return .changed(
                    ClubOptions.deliveryMessage("Handed out \(report.name).", sending), try line(report, club),
                    PackCommands.fields, next: ["club pack", "club pack take \(report.id)"])
            }
            output.blocks = PackCommands.reportBlocks(report)
            return output
        }
    }

    /// Returns the line of a pack in `club pack` after a change.
    private func line(_ report: PackReport, _ club: String?) throws -> ClubPacks.Line {
        let (packs, snapshot) = try packs(club)
        return try packs.lines(snapshot).first { $0.id == report.id }
            ?? ClubPacks.Line(id: report.id, name: report.name, since: nil, state: .offered)
    }

    private var withdraw: Command {
        Command(
            "club pack withdraw", "Hand a pack out no more; whoever took it has it until they drop it",
            examples: [.init("club pack withdraw tigers --yes", "without asking", runs: false)],
            PackCommands.packArgument,
            options.club, returns: .one(PackCommands.fields), changes: true
        ) { name, club in
            let (packs, snapshot) = try packs(club)
            let pack = try packs.offered(name, in: snapshot).value
            return .confirm("Hand out \(pack.name) no more?") {
                let sending = try packs.withdraw(pack.id, in: snapshot)
                let line = ClubPacks.Line(id: pack.id, name: pack.name, since: nil, state: .withdrawn)
                return .changed(
                    ClubOptions.deliveryMessage("Taken back.", sending), line, PackCommands.fields, next: ["club pack"])
            }
        }
    }

    private var take: Command {
        Command(
            "club pack take", "Take a pack of the club onto this device",
            discussion:
                "What it brings is shown first, as this device reads it. It holds for everybody who uses the app here.",
            examples: [.init("club pack take tigers --yes", "without being asked", runs: false)],
            PackCommands.packArgument,
            options.club, returns: .one(PackCommands.fields), changes: true
        ) { name, club in
            let (packs, snapshot) = try packs(club)
            let pack = try packs.offered(name, in: snapshot).value
            let report = try packs.validated(pack.bytes)
            var output = Output.confirm(
                "Take this onto this device? It lies on the packs of the app, and goes when you leave the club."
            ) {
                _ = try packs.importPack(pack, of: snapshot.group)
                return .changed(
                    "Took \(report.name) (\(report.id)).", try line(report, club), PackCommands.fields,
                    next: ["search WORD", "club pack drop \(report.id)"])
            }
            output.blocks = PackCommands.reportBlocks(report)
            return output
        }
    }

    private var drop: Command {
        Command(
            "club pack drop", "Take a pack of the club away from this device",
            examples: [.init("club pack drop tigers", "the bundled words hold again", runs: false)],
            PackCommands.packArgument,
            options.club, returns: .one(PackCommands.fields), changes: true
        ) { name, club in
            let (packs, snapshot) = try packs(club)
            let line = try packs.drop(name, in: snapshot)
            return .changed("Dropped \(line.name) (\(line.id)).", line, PackCommands.fields, next: ["club pack"])
        }
    }
}
