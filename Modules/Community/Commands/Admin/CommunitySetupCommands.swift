import Community
import Interface
import Kernel

/// The commands of `hub community`.
struct CommunitySetupCommands: Sendable {
    let admin: CommunityAdmin

    var create: Command {
        Command(
            "community create", "Make a new community in a folder",
            discussion: """
                The folder must be empty or not exist yet. Put it where everybody who takes part can write, and give it to a group of theirs. Then tell \
                them: community connect DIR. Only this command makes a community. If a community's folder is missing or was emptied, the apps say that it is \
                away.
                """,
            examples: [.init("community create /srv/community", "in a folder that others reach", runs: false)],
            .argument("folder", .text("DIR", limit: 4096), "the folder"),
            returns: .one(ConnectionCommands.placeFields),
            changes: true
        ) { folder in
            @Sendable func createBoard() throws -> Output {
                let place = try admin.create(in: folder)
                return .changed(
                    "Made a community in \(place.path) (\(place.id ?? "")).", place, ConnectionCommands.placeFields,
                    next: ["roadmap list", "announce TITLE MESSAGE"])
            }
            guard let known = try? admin.place(), known.id != nil else { return try createBoard() }
            return .confirm("You already have a community, in \(known.path). Leave it and make another one?") {
                try createBoard()
            }
        }
    }

    var connect: Command { ConnectionCommands.connect(admin.access, next: ["feedback list", "community status"]) }
}
