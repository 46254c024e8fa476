import Focus
import Interface
import Kernel
import Programs

extension MusicPlayer {
    private static let waitLimit = Duration.seconds(5)
    /// The greatest length of a title, in characters.
    ///
    /// The rest is dropped.
    private static let longestTitle = 200

    /// Creates the music player of this machine.
    ///
    /// It uses `osascript` on macOS and `playerctl` elsewhere. `playerctl` controls every program
    /// that supports MPRIS.
    package static func machine(_ programs: ProgramPath) -> MusicPlayer {
        Platform.isMac ? osascript(programs) : playerctl(programs)
    }

    /// Creates a music player for the programs that `playerctl` finds.
    package static func playerctl(_ programs: ProgramPath) -> MusicPlayer {
        let path: @Sendable () throws -> String = {
            try programs.require("playerctl", install: "sudo apt install playerctl")
        }
        return MusicPlayer(
            players: {
                let program = try path()
                func ask(_ verb: String, _ format: String) throws -> ProgramResult {
                    try ProgramCall(program, ["--all-players", verb, "--format", format], deadline: waitLimit).run()
                }
                let states = try ask("status", "{{playerInstance}}\t{{lc(status)}}")
                // No running player is a normal result.
                if String(decoding: states.errors, as: UTF8.self).contains("No players found") { return [] }
                let playing = try states.succeeded().text
                // Titles need a separate query, which fails for a player without one.
                let titles = (try? ask("metadata", "{{playerInstance}}\t{{title}}").text) ?? ""
                return players(in: playing, titles: titles)
            },
            send: { order, player in
                _ = try ProgramCall(path(), ["--player=\(player)", order.rawValue], deadline: waitLimit).run()
                    .succeeded()
            })
    }

    /// Creates a music player for Music and Spotify, if they run.
    package static func osascript(_ programs: ProgramPath) -> MusicPlayer {
        let path: @Sendable () throws -> String = {
            try programs.require("osascript", install: "it is a part of macOS")
        }
        @Sendable func run(_ lines: [String]) throws -> String {
            try ProgramCall(path(), lines.flatMap { ["-e", $0] }, deadline: waitLimit).run().succeeded().text
        }
        return MusicPlayer(
            players: {
                try ["Music", "Spotify"].flatMap { app in
                    let lines = [
                        "if application \"\(app)\" is running then",
                        "tell application \"\(app)\" to return \"\(app)\" & tab & (player state as text) & tab & name of current track",
                        "end if",
                    ]
                    return try players(in: run(lines))
                }
            },
            send: { order, player in
                let verb = [Order.next: "next track", .previous: "previous track"][order] ?? order.rawValue
                guard ["Music", "Spotify"].contains(player) else { return }
                _ = try run(["tell application \"\(player)\" to \(verb)"])
            })
    }

    /// Returns the players in the output of a program.
    ///
    /// Each line contains a name, a state and perhaps a title. Any other line is part of a title.
    ///
    /// - Parameter titles: lines of a name and a title.
    private static func players(in text: String, titles: String = "") -> [Player] {
        let titlesByName = Dictionary(rows(of: titles, 2).map { ($0[0], $0[1]) }) { first, _ in first }
        return rows(of: text, 3).compactMap { row in
            guard let state = Player.State(rawValue: row[1]) else { return nil }
            let title = Sanitized.line(row.count == 3 ? row[2] : titlesByName[row[0]] ?? "")
            return Player(row[0], state, title: String(title.prefix(longestTitle)))
        }
    }

    /// Returns lines of two or more columns.
    ///
    /// The last column may contain tabs.
    private static func rows(of text: String, _ columnLimit: Int) -> [[String]] {
        text.split(whereSeparator: \.isNewline).map {
            $0.split(separator: "\t", maxSplits: columnLimit - 1, omittingEmptySubsequences: false).map(String.init)
        }.filter { $0.count > 1 }
    }
}
