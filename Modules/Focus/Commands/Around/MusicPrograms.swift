import Focus
import Kernel
import Programs
import Terminal

extension MusicPlayer {
    private static let patience = Duration.seconds(5)
    /// Characters of a title that are kept.
    private static let longestTitle = 200

    /// The music of this machine: by `playerctl`, which reaches everything that speaks MPRIS; on macOS by `osascript`.
    public static func machine(_ programs: Programs) -> MusicPlayer {
        Platform.isMac ? osascript(programs) : playerctl(programs)
    }

    /// Players that `playerctl` finds.
    public static func playerctl(_ programs: Programs) -> MusicPlayer {
        let path: @Sendable () throws -> String = { try programs.require("playerctl", install: "sudo apt install playerctl") }
        return MusicPlayer(
            players: {
                let program = try path()
                func ask(_ verb: String, _ format: String) throws -> ProgramResult {
                    try ProgramCall(program, ["--all-players", verb, "--format", format], deadline: patience).run()
                }
                let states = try ask("status", "{{playerInstance}}\t{{lc(status)}}")
                // Nobody is there to be asked, which is no failure.
                if String(decoding: states.errors, as: UTF8.self).contains("No players found") { return [] }
                let playing = try states.succeeded().text
                // What they play is known to another question, at which one that does not say fails.
                let titles = (try? ask("metadata", "{{playerInstance}}\t{{title}}").text) ?? ""
                return found(in: playing, titles: titles)
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

    /// A line each: name, state and perhaps title. What is no such line is a part of a title.
    ///
    /// - Parameter titles: a line each: name, title.
    private static func found(in text: String, titles: String = "") -> [Player] {
        let named = Dictionary(rows(of: titles, 2).map { ($0[0], $0[1]) }) { first, _ in first }
        return rows(of: text, 3).compactMap { row in
            guard let state = Player.State(rawValue: row[1]) else { return nil }
            let title = Sanitised.line(row.count == 3 ? row[2] : named[row[0]] ?? "")
            return Player(row[0], state, title: String(title.prefix(longestTitle)))
        }
    }

    /// Lines of two columns or more, the last of which may hold tabs.
    private static func rows(of text: String, _ most: Int) -> [[String]] {
        text.split(whereSeparator: \.isNewline).map {
            $0.split(separator: "\t", maxSplits: most - 1, omittingEmptySubsequences: false).map(String.init)
        }.filter { $0.count > 1 }
    }
}
