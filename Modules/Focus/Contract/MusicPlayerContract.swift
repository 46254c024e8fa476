import Focus
import Kernel
import KernelContract

/// What every `MusicPlayer` must keep, whichever programs it reaches.
public enum MusicPlayerContract {
    /// A music player with others behind it that are known: one that plays and one that rests.
    public struct Stage {
        /// What is judged.
        public let player: MusicPlayer
        /// The name of the one that plays a song called “A song\twith a tab”, and of the one that rests.
        public let playing, paused: String
        /// What the programs behind it were told since it was made, as “pause NAME”.
        public let told: () throws -> [String]
        /// Lets nobody be there any more.
        public let leave: () throws -> Void

        /// A stage from its parts.
        public init(
            _ player: MusicPlayer, playing: String, paused: String, told: @escaping () throws -> [String],
            leave: @escaping () throws -> Void
        ) {
            (self.player, self.playing, self.paused) = (player, playing, paused)
            (self.told, self.leave) = (told, leave)
        }
    }

    /// The contract over stages that a closure makes.
    public static func over(_ make: @escaping () throws -> Stage) -> Contract<Stage> {
        Contract(
            "MusicPlayer",
            promises: [
                .init("names who plays and who rests") { stage in
                    let players = try stage.player.players()
                    try expectEqual(players.filter { $0.state == .playing }.map(\.name), [stage.playing])
                    try expect(players.contains { $0.name == stage.paused && $0.state == .paused }, "\(players)")
                },
                .init("asking changes nothing") { stage in
                    try expectEqual(try stage.player.players(), try stage.player.players())
                    try expectEqual(try stage.told(), [])
                },
                .init("lets no control character of a title through, and keeps titles short") { stage in
                    let titles = try stage.player.players().map(\.title)
                    try expect(titles.contains { $0.contains("A song") }, "\(titles)")
                    let hidden = titles.joined().unicodeScalars.filter { $0.properties.generalCategory == .control }
                    try expect(hidden.isEmpty && titles.allSatisfy { $0.count <= 200 }, "\(titles)")
                },
                .init("tells the one that is meant, each order once and as it is") { stage in
                    for order in MusicPlayer.Order.allCases { try stage.player.tell(order, stage.playing) }
                    try expectEqual(try stage.told(), MusicPlayer.Order.allCases.map { "\($0.rawValue) \(stage.playing)" })
                },
                .init("a player that has gone is no other one") { stage in
                    try? stage.player.tell(.pause, "--all-players")
                    let told = try stage.told()
                    try expect(told.allSatisfy { !$0.hasSuffix(" \(stage.playing)") }, "\(told)")
                },
                .init("nobody being there is no failure") { stage in
                    try stage.leave()
                    try expectEqual(try stage.player.players(), [])
                },
            ], make)
    }
}
