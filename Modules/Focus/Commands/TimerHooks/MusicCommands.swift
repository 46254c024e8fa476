import Focus
import Interface
import Kernel
import Terminal

/// The commands of `music`.
struct MusicCommands: Sendable {
    let music: MusicChoice
    let player: MusicPlayer

    static let setting: [Field<Bool>] = [
        Field("on", title: "Music with the timer", "whether music pauses and resumes with the timer") { .bool($0) }
    ]

    static let fields: [Field<MusicPlayer.Player>] = [
        Field("player", title: "Player", "its name") { .text($0.name) },
        Field("state", title: "State", "playing, paused or stopped") { .text($0.state.rawValue) },
        Field("title", title: "Title", "what it plays") { .text($0.title) },
    ]

    var all: [Command] {
        [on, off, show]
            + [
                order(.play, "Resume the music", "Playing on"), order(.pause, "Pause the music", "Paused"),
                order(.next, "Go to the next piece", "Went on to the next piece"),
                order(.previous, "Go back to the piece before", "Went back to the piece before"),
            ]
    }

    private var on: Command {
        Command(
            "music on", "Pause and resume your music with the timer",
            discussion: """
                When the timer pauses or a break begins, what is playing pauses; with the next round it goes on. Only what paused because of the timer goes \
                on by itself. It needs playerctl, which reaches Spotify, VLC, mpv, browsers and others.
                """,
            examples: [.init("music on", "Silence in the breaks")], returns: .one(MusicCommands.setting), changes: true
        ) {
            try music.turnOn()
            return .changed(
                "Music pauses and resumes with the timer.", true, MusicCommands.setting, next: ["music show", "start"])
        }
    }

    private var off: Command {
        Command(
            "music off", "Leave your music alone", examples: [.init("music off", "No changes to the music")],
            returns: .one(MusicCommands.setting), changes: true
        ) {
            try music.turnOff()
            return .changed("The timer leaves music alone.", false, MusicCommands.setting, next: ["start"])
        }
    }

    private var show: Command {
        Command(
            "music show", "Show the players on this machine, and what they play",
            examples: [.init("music show", "What plays now", runs: false)], returns: .list(MusicCommands.fields)
        ) {
            try music.checkPermission()
            let isOn = try music.isOn()
            return .list(
                try player.players(), MusicCommands.fields, empty: "No player is running.",
                footer: [
                    .paragraph(
                        StyledText(
                            isOn ? "Music pauses and resumes with the timer." : "The timer leaves music alone.", .muted)
                    )
                ], next: [isOn ? "music off" : "music on"])
        }
    }

    /// Returns the command that sends an order. Pausing applies to all players, any other order to
    /// one.
    private func order(_ order: MusicPlayer.Order, _ summary: String, _ doneText: String) -> Command {
        Command(
            "music \(order.rawValue)", summary, examples: [.init("music \(order.rawValue)", summary, runs: false)],
            returns: .list(MusicCommands.fields)
        ) {
            try music.checkPermission()
            let players = try player.players()
            let matching =
                order == .play ? players.filter { $0.state == .paused } : players.filter { $0.state == .playing }
            // Without a name and without playing music, the order applies to paused players.
            let targets =
                matching.isEmpty && order != .play && order != .pause
                ? players.filter { $0.state == .paused } : matching
            guard !targets.isEmpty else {
                throw Failure(
                    .nothingPlaysMusic,
                    players.isEmpty
                        ? "No player is running." : order == .play ? "No player is paused." : "No player is playing.",
                    advice: "Start one, and see `music show`.")
            }
            for player in order == .pause ? targets : Array(targets.prefix(1)) {
                try self.player.send(order, player.name)
            }
            let names = (order == .pause ? targets : Array(targets.prefix(1))).map(\.name).joined(separator: ", ")
            return .list(
                try player.players(), MusicCommands.fields, heading: StyledText("\(doneText): \(names)."),
                empty: "No player is running.", next: ["music show"])
        }
    }
}
