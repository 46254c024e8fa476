import Focus
import Kernel
import Programs

extension MusicPlayer {
    private static let patience = Duration.seconds(5)

    /// The music of this machine: by `playerctl`, which reaches everything that speaks MPRIS; on macOS by `osascript`.
    public static func machine(_ programs: Programs) -> MusicPlayer {
        #if canImport(Darwin)
            osascript(programs)
        #else
            playerctl(programs)
        #endif
    }

    /// Players that `playerctl` finds.
    public static func playerctl(_ programs: Programs) -> MusicPlayer {
        let path: @Sendable () throws -> String = { try programs.require("playerctl", install: "sudo apt install playerctl") }
        return MusicPlayer(
            players: {
                let words = ["--all-players", "status", "--format", "{{playerInstance}}\t{{lc(status)}}\t{{title}}"]
                let result = try ProgramCall(path(), words, deadline: patience).run()
                // Nobody is there to be asked, which is no failure.
                if String(decoding: result.errors, as: UTF8.self).contains("No players found") { return [] }
                return try found(in: result.succeeded().text)
            },
            tell: { order, player in
                _ = try ProgramCall(path(), ["--player=\(player)", order.rawValue], deadline: patience).run().succeeded()
            })
    }

    /// Music and Spotify, where they run.
    public static func osascript(_ programs: Programs) -> MusicPlayer {
        let path: @Sendable () throws -> String = { try programs.require("osascript", install: "it is a part of macOS") }
        @Sendable func run(_ lines: [String]) throws -> String {
            try ProgramCall(path(), lines.flatMap { ["-e", $0] }, deadline: patience).run().succeeded().text
        }
        return MusicPlayer(
            players: {
                try ["Music", "Spotify"].flatMap { app in
                    let lines = [
                        "if application \"\(app)\" is running then",
                        "tell application \"\(app)\" to return \"\(app)\" & tab & (player state as text) & tab & name of current track",
                        "end if",
                    ]
                    return try found(in: run(lines))
                }
            },
            tell: { order, player in
                let verb = [Order.next: "next track", .previous: "previous track"][order] ?? order.rawValue
                guard ["Music", "Spotify"].contains(player) else { return }
                _ = try run(["tell application \"\(player)\" to \(verb)"])
            })
    }

    /// A line each: name, state, title. What is no such line is a part of a title.
    private static func found(in text: String) -> [Player] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            let parts = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 3, let state = Player.State(rawValue: parts[1]) else { return nil }
            return Player(parts[0], state, title: parts[2])
        }
    }
}
