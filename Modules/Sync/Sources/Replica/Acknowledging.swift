import Kernel

extension Replica {
    /// Says how far this device is, if that is news or a day has passed, and asks what all have seen.
    ///
    /// - Returns: the cards of all that are waited for, this one's last; nil where one of them has said nothing yet.
    func acknowledge() throws -> [DeviceCard]? {
        var state = try state()
        let isWhole = state.position.address == nil && state.again == nil
        let card = DeviceCard(
            device: state.device, title: settings.title, last: state.last,
            reached: isWhole ? state.reached : state.card?.reached ?? .zero, seen: state.seen, at: now())
        let others = try others(but: card.device)
        let isOld = state.card.map { abs(card.at.milliseconds - $0.at.milliseconds) > Replica.day } ?? true
        if isOld || state.card.map({ !$0.says(card) }) ?? true {
            let bytes = try seal.seal(card.bytes())
            // First it is ours, then it lies there: else a crash between both would look like somebody else's.
            state = try change { state in
                guard state.device == card.device else { return }
                state.listen(to: others.compactMap(\.card), at: card.at)
                state.cards = Array((state.cards + [bytes.syncChecksum]).suffix(2))
                state.card = card
            }
            try patiently { try transport.publish(bytes, of: card.device) }
        }
        let awaited = others.filter { state.silent[$0.device]?.isTooLong != true }
        guard awaited.allSatisfy({ $0.card != nil }) else { return nil }
        let cards = awaited.compactMap(\.card) + [card]
        let floor = seenByAll(cards)
        if let floor, floor > state.seenByAll ?? .zero { try change { $0.seenByAll = max(floor, $0.seenByAll ?? .zero) } }
        return cards
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

    private func others(but own: String) throws -> [(device: String, card: DeviceCard?)] {
        let before = try heard()
        var heard = before
        let found = try patiently { try transport.devices() }.filter { $0 != own }.map { device in
            let bytes = try patiently { try transport.card(of: device) }
            do {
                return (device, try bytes.map { try heard.card($0, of: device, by: seal) })
            } catch let failure as Failure where failure.isOfWhatCame { return (device, nil) }
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
    fileprivate mutating func listen(to cards: [DeviceCard], at now: Instant) {
        let passed = card.map { min(max(0, now.milliseconds - $0.at.milliseconds), 30 * Replica.day) } ?? 0
        age += passed
        var heard: [String: Silence] = [:]
        for card in cards {
            var silence = silent[card.device] ?? Silence(since: card.at)
            silence = silence.since == card.at ? silence : Silence(since: card.at)
            if silent[card.device]?.since == card.at { silence.milliseconds += passed }
            heard[card.device] = silence
        }
        silent = heard
    }
}
