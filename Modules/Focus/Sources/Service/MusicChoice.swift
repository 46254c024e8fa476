import Kernel

/// Programs of the machine that play music, of which the timer knows nothing but this.
public struct MusicPlayer: Sendable {
    /// A program that plays, or might.
    public struct Player: Hashable, Sendable {
        /// What it is doing.
        public enum State: String, Sendable { case playing, paused, stopped }

        /// Its name for orders.
        public let name: String
        /// What it is doing.
        public let state: State
        /// What it plays; empty where it does not say.
        public let title: String

        /// A player.
        public init(_ name: String, _ state: State, title: String = "") {
            (self.name, self.state, self.title) = (name, state, title)
        }
    }

    /// What a player can be told.
    public enum Order: String, Sendable, CaseIterable { case play, pause, next, previous }

    /// Those that are there; none is no failure. Throws `Failure` where nobody can be asked.
    public let players: @Sendable () throws -> [Player]
    /// Tells one of them something. Throws `Failure` where it did not do it.
    public let tell: @Sendable (_ order: Order, _ player: String) throws -> Void

    /// A player from functions.
    public init(
        players: @escaping @Sendable () throws -> [Player],
        tell: @escaping @Sendable (_ order: Order, _ player: String) throws -> Void
    ) {
        (self.players, self.tell) = (players, tell)
    }
}

/// Music of other programs, which rests and goes on with the timer where a person wants that.
public struct MusicChoice: Sendable {
    private let store: any Store
    private let gates: GateKeeper

    /// A choice kept in one profile's store.
    public init(_ store: any Store, gates: GateKeeper) { (self.store, self.gates) = (store, gates) }

    /// Whether music goes with the timer; without Pro it does not, and comes back with it.
    public func isOn() throws -> Bool { try store.focusChoices().music == true && gates.ask(FocusGates.music, 0).allowed }

    /// Lets music go with the timer.
    ///
    /// - Throws: `locked`.
    public func turnOn() throws {
        try ask()
        try store.choose("Let music go with the timer") { $0.music = true }
    }

    /// Leaves music alone.
    public func turnOff() throws { try store.choose("Left music alone") { $0.music = nil } }

    /// - Throws: `locked` without Pro.
    public func ask() throws {
        let answer = gates.ask(FocusGates.music, 0)
        if !answer.allowed { throw answer.refusal(LockText.music, of: FocusGates.music) }
    }

    /// Lets music rest with a pause or break, and what rests because of that go on with the next round. What a person began or stopped themselves meanwhile
    /// stays so.
    ///
    /// - Returns: whether players were asked.
    public func follow(_ event: TimerEvent, _ player: MusicPlayer) throws -> Bool {
        guard try isOn() else { return false }
        switch event {
        case .pause, .break:
            let playing = try player.players().filter { $0.state == .playing }
            guard !playing.isEmpty else { return true }
            // Noted before it is done: what goes wrong in between goes on later, and does not rest for ever.
            try rest(Set(playing.map(\.name)).union(resting()))
            for one in playing { try player.tell(.pause, one.name) }
            return true
        case .start, .resume:
            let names = try resting()
            guard !names.isEmpty else { return false }
            try rest([])
            for one in try player.players() where one.state == .paused && names.contains(one.name) {
                try player.tell(.play, one.name)
            }
            return true
        case .end: try rest([])
        case .ready: break
        }
        return false
    }

    private func resting() throws -> Set<String> { Set(try store.read { try $0.record(FocusMark.music) }?.resting ?? []) }

    private func rest(_ names: Set<String>) throws {
        guard try resting() != names else { return }
        try store.write(undo: nil) { transaction in
            var mark = FocusMark(id: FocusMark.music)
            mark.resting = names.sorted()
            if names.isEmpty { try transaction.delete(mark.id) } else { try transaction.put(mark) }
        }
    }
}
