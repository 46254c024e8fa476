import Kernel

/// Access to the programs of the machine that play music.
package struct MusicPlayer: Sendable {
    /// A program that plays music or could.
    package struct Player: Hashable, Sendable {
        /// The playback state.
        package enum State: String, Sendable { case playing, paused, stopped }

        /// The name by which orders address it.
        package let name: String
        package let state: State
        /// The current title, or empty if unknown.
        package let title: String

        package init(_ name: String, _ state: State, title: String = "") {
            self.name = name
            self.state = state
            self.title = title
        }
    }

    /// An order to a player.
    package enum Order: String, Sendable, CaseIterable { case play, pause, next, previous }

    /// Returns the available players, possibly none.
    ///
    /// It throws `Failure` if no query is possible.
    package let players: @Sendable () throws -> [Player]
    /// Sends an order to a player.
    ///
    /// It throws `Failure` if the player did not obey.
    package let send: @Sendable (_ order: Order, _ player: String) throws -> Void

    package init(
        players: @escaping @Sendable () throws -> [Player],
        send: @escaping @Sendable (_ order: Order, _ player: String) throws -> Void
    ) {
        self.players = players
        self.send = send
    }
}

/// The setting that pauses and resumes music of other programs with the timer.
package struct MusicChoice: Sendable {
    private let store: any Store
    private let gates: GateKeeper

    package init(_ store: any Store, gates: GateKeeper) {
        self.store = store
        self.gates = gates
    }

    /// Returns whether music follows the timer, which needs Pro.
    ///
    /// The choice returns with Pro.
    package func isOn() throws -> Bool {
        try store.focusChoices().music == true && gates.ask(FocusGates.music, 0).allowed
    }

    /// Makes music follow the timer.
    ///
    /// - Throws: `locked`.
    package func turnOn() throws {
        try checkPermission()
        try store.updateChoices("Let music go with the timer") { $0.music = true }
    }

    /// Stops music from following the timer.
    package func turnOff() throws { try store.updateChoices("Left music alone") { $0.music = nil } }

    /// Checks that music may follow the timer.
    ///
    /// - Throws: `locked` without Pro.
    package func checkPermission() throws {
        let answer = gates.ask(FocusGates.music, 0)
        if !answer.allowed { throw answer.lockFailure(LockText.music, of: FocusGates.music) }
    }

    /// Pauses music with a pause or break and resumes it with the next round.
    ///
    /// Players that the user started or stopped in the meantime keep their state.
    ///
    /// - Returns: whether players were asked.
    package func follow(_ event: TimerEvent, _ player: MusicPlayer) throws -> Bool {
        guard try isOn() else { return false }
        switch event {
        case .pause, .break:
            let playing = try player.players().filter { $0.state == .playing }
            guard !playing.isEmpty else { return true }
            // Recorded before the players pause, so that music paused before an error resumes
            // later.
            try savePausedPlayers(Set(playing.map(\.name)).union(pausedPlayers()))
            for playingPlayer in playing { try player.send(.pause, playingPlayer.name) }
            return true
        case .start, .resume:
            let names = try pausedPlayers()
            guard !names.isEmpty else { return false }
            try savePausedPlayers([])
            for pausedPlayer in try player.players()
            where pausedPlayer.state == .paused && names.contains(pausedPlayer.name) {
                try player.send(.play, pausedPlayer.name)
            }
            return true
        case .end: try savePausedPlayers([])
        case .ready: break
        }
        return false
    }

    /// Returns the names of the players that paused because of the timer.
    private func pausedPlayers() throws -> Set<String> {
        Set(try store.read { try $0.record(AnnouncementMark.music) }?.resting ?? [])
    }

    /// Stores the names of the players that paused because of the timer.
    private func savePausedPlayers(_ names: Set<String>) throws {
        guard try pausedPlayers() != names else { return }
        try store.write(undo: nil) { transaction in
            var mark = AnnouncementMark(id: AnnouncementMark.music)
            mark.resting = names.sorted()
            if names.isEmpty { try transaction.delete(mark.id) } else { try transaction.put(mark) }
        }
    }
}
