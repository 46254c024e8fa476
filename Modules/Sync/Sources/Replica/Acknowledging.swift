import Kernel

extension Replica {
    /// Says how far this device is, if that is news or a day has passed, and asks what all have seen.
    ///
    /// - Parameter others: as they were when the round began: whatever a card says stays true.
    /// - Returns: the cards of all that are waited for, this one's last; nil where one of them has said nothing yet.
    func acknowledge(_ others: [Other], in round: inout Round) throws -> [DeviceCard]? {
        var state = try state()
        let isWhole = state.position.address == nil && state.again == nil
        let card = card(of: state, reached: isWhole ? state.reached : state.card?.reached ?? .zero)
        let isOld = state.card.map { abs(card.at.milliseconds - $0.at.milliseconds) > Replica.day } ?? true
        if isOld || state.card.map({ !$0.says(card) }) ?? true {
            try publish(card, hearing: others, in: &round)
            state = try self.state()
        }
        let awaited = others.filter { state.silent[$0.device]?.isTooLong != true && !state.removed.contains($0.device) }
        guard awaited.allSatisfy({ $0.card != nil }) else { return nil }
        let cards = awaited.compactMap(\.card) + [card]
        let floor = seenByAll(cards)
        if let floor, floor > state.seenByAll ?? .zero {
            try letGiveWay(self.state().keeping, in: &round)
            try write(&round) { state, _ in state.seenByAll = floor }
        }
        return cards
    }

    /// Says that this device is there, before it takes in anything: nobody lets go of what it may have then.
    func introduce(in round: inout Round) throws {
        let state = try state()
        try publish(card(of: state, reached: state.card?.reached ?? .zero), in: &round)
    }

    private func card(of state: SyncState, reached: HybridTime) -> DeviceCard {
        DeviceCard(
            device: state.device, title: settings.title, last: state.last, reached: reached, seen: state.seen, at: now(),
            removed: state.removed.isEmpty ? nil : state.removed.sorted())
    }

    /// Lays a card in the place of the last one.
    ///
    /// - Parameter others: those whose silence is to be counted.
    func publish(_ card: DeviceCard, hearing others: [Other]? = nil, in round: inout Round) throws {
        let bytes = try seal.seal(card.bytes())
        // First it is ours, then it lies there: else a crash between both would look like somebody else's.
        try write(&round) { state, _ in
            if let others { state.listen(to: others, at: card.at) }
            state.cards = Array((state.cards + [bytes.syncChecksum]).suffix(16))
            state.card = card
        }
        try patiently { try transport.publish(bytes, of: card.device) }
    }

    static let day: Int64 = 86_400_000

    /// The time up to which every device has everything that any of them wrote; nil where that cannot be said now.
    private func seenByAll(_ cards: [DeviceCard]) -> HybridTime? {
        for writer in cards {
            for reader in cards where reader.device != writer.device {
                guard reader.seen[writer.device, default: 0] >= writer.last else { return nil }
            }
        }
        return cards.map(\.reached).min()
    }

    /// Another device, and its card where it can be read.
    struct Other {
        let device: String
        let card: DeviceCard?
        /// Why its card cannot be opened, where another key has sealed it.
        var wrongKey: Failure?
    }

    /// Whoever is there, and whoever once was: a listing may be old, and who is not in it is waited for all the same.
    func others() throws -> [Other] {
        let state = try state()
        let before = try heard()
        var heard = before
        let there = Set(try patiently { try transport.devices() })
        let found = try there.union(state.silent.keys).subtracting([state.device]).sorted().map { device in
            let bytes = there.contains(device) ? try patiently { try transport.card(of: device) } : nil
            do {
                return Other(device: device, card: try bytes.map { try heard.card($0, of: device, by: seal) })
            } catch let failure as Failure where failure.isOfWhatCame {
                return Other(device: device, card: nil, wrongKey: failure.code == .syncWrongKey ? failure : nil)
            }
        }
        // What lies open costs nothing to be read again.
        if heard != before, !(seal is Unsealed) { try store.write { try $0.put(heard) } }
        return found
    }

    private func heard() throws -> HeardCards { try store.read { try $0.record(HeardCards.only) } ?? HeardCards() }

    /// The devices of the account as they say themselves.
    ///
    /// - Throws: `Failure` of the place; `syncUnreadable`, `syncWrongKey`.
    public func devices() throws -> [DeviceCard] {
        var heard = try heard()
        return try patiently { try transport.devices() }.compactMap { device in
            try patiently { try transport.card(of: device) }.map { try heard.card($0, of: device, by: seal) }
        }
    }

    /// Up to which time every device of the account has seen everything: older tombstones are needed by nobody any more. Asks the store alone.
    public func seenByAll() throws -> HybridTime? { try store.read { try $0.record(SyncState.only)?.seenByAll } }

    /// The name of this device in the account; nil before it has met anybody.
    public func device() throws -> String? { try store.read { try $0.record(SyncState.only)?.device } }
}

extension SyncState {
    /// Counts for how long the others have been silent. A leap of the clock, or a long absence of our own, counts for a month at most.
    fileprivate mutating func listen(to others: [Replica.Other], at now: Instant) {
        let passed = card.map { min(max(0, now.milliseconds - $0.at.milliseconds), 30 * Replica.day) } ?? 0
        age += passed
        var heard: [String: Silence] = [:]
        for other in others where !removed.contains(other.device) {
            var silence = silent[other.device]
            if let at = other.card?.at, silence?.since != at {
                silence = Silence(since: at)
            } else {
                silence?.milliseconds += passed
            }
            if let silence { heard[other.device] = silence }
        }
        silent = heard
    }
}
