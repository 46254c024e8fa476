import Focus
import Kernel
import KernelTesting

/// The contract of every `MusicPlayer`.
package enum MusicPlayerContract {
    /// A music player with known programs: one that plays and one that is paused.
    package struct Setup {
        package let player: MusicPlayer
        /// The names of the player with the song “A song\twith a tab” and of the paused player.
        package let playing, paused: String
        /// Returns the orders that the programs received so far, as “pause NAME”.
        package let orders: () throws -> [String]
        /// Ends all players.
        package let quitPlayers: () throws -> Void

        package init(
            _ player: MusicPlayer, playing: String, paused: String, orders: @escaping () throws -> [String],
            quitPlayers: @escaping () throws -> Void
        ) {
            self.player = player
            self.playing = playing
            self.paused = paused
            self.orders = orders
            self.quitPlayers = quitPlayers
        }
    }

    /// Creates the contract over the setups that a closure makes.
    package static func over(_ make: @escaping () throws -> Setup) -> Contract<Setup> {
        Contract(
            "MusicPlayer",
            promises: [
                .init("a player has its name and state, playing or paused") { setup in
                    let players = try setup.player.players()
                    try expectEqual(players.filter { $0.state == .playing }.map(\.name), [setup.playing])
                    try expect(players.contains { $0.name == setup.paused && $0.state == .paused }, "\(players)")
                },
                .init("a query changes nothing") { setup in
                    try expectEqual(try setup.player.players(), try setup.player.players())
                    try expectEqual(try setup.orders(), [])
                },
                .init("titles are short and contain no control characters") { setup in
                    let titles = try setup.player.players().map(\.title)
                    try expect(titles.contains { $0.contains("A song") }, "\(titles)")
                    let hidden = titles.joined().unicodeScalars.filter { $0.properties.generalCategory == .control }
                    try expect(hidden.isEmpty && titles.allSatisfy { $0.count <= 200 }, "\(titles)")
                },
                .init("an order reaches only the named player, once and unchanged") { setup in
                    for order in MusicPlayer.Order.allCases { try setup.player.send(order, setup.playing) }
                    try expectEqual(
                        try setup.orders(), MusicPlayer.Order.allCases.map { "\($0.rawValue) \(setup.playing)" })
                },
                .init("an order for a missing player reaches no other player") { setup in
                    try? setup.player.send(.pause, "--all-players")
                    let orders = try setup.orders()
                    try expect(orders.allSatisfy { !$0.hasSuffix(" \(setup.playing)") }, "\(orders)")
                },
                .init("a system without players returns an empty list") { setup in
                    try setup.quitPlayers()
                    try expectEqual(try setup.player.players(), [])
                },
            ], make)
    }
}
