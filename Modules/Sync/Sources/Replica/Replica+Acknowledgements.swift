import Kernel

extension Replica {
    /// Publishes this device's card if it has changed or is a day old, and computes what all
    /// devices have seen.
    ///
    /// - Parameter others: The other devices at the start of the round. Their cards stay valid.
    /// - Returns: The cards of all active devices, this one's last. Nil if one of them has no card
    ///   yet.
    func acknowledge(_ others: [Other], in round: inout Round) throws -> [DeviceCard]? {
        var state = try state()
        let isFeedComplete = state.position.address == nil && state.again == nil
        let card = card(of: state, reached: isFeedComplete ? state.reached : state.card?.reached ?? .zero)
        let isOld = state.card.map { abs(card.at.milliseconds - $0.at.milliseconds) > Replica.day } ?? true
        if isOld || state.card.map({ !$0.isEquivalent(card) }) ?? true {
            try publish(card, hearing: others, in: &round)
            state = try self.state()
        }
        let activeDevices = others.filter {
            state.silent[$0.device]?.isTooLong != true && !state.removed.contains($0.device)
        }
        guard activeDevices.allSatisfy({ $0.card != nil }) else { return nil }
        let cards = activeDevices.compactMap(\.card) + [card]
        let acknowledgedTime = seenByAll(cards)
        if let acknowledgedTime, acknowledgedTime > state.seenByAll ?? .zero {
            try mergeDeletedVersions(self.state().keeping, in: &round)
            try write(&round) { state, _ in state.seenByAll = acknowledgedTime }
        }
        return cards
    }

    /// Publishes this device's first card before it merges anything. So the other devices keep
    /// tombstones that it may need.
    func introduce(in round: inout Round) throws {
        let state = try state()
        try publish(card(of: state, reached: state.card?.reached ?? .zero), in: &round)
    }

    private func card(of state: SyncState, reached: HybridTime) -> DeviceCard {
        DeviceCard(
            device: state.device, title: settings.title, last: state.last, reached: reached, seen: state.seen,
            at: now(), removed: state.removed.isEmpty ? nil : state.removed.sorted())
    }

    /// Replaces this device's card.
    ///
    /// - Parameter others: The devices whose silence is measured.
    func publish(_ card: DeviceCard, hearing others: [Other]? = nil, in round: inout Round) throws {
        let bytes = try seal.seal(card.bytes())
        // The state is stored before the card is published. Otherwise, after an interruption, the
        // card would look like another device's.
        try write(&round) { state, _ in
            if let others { state.listen(to: others, at: card.at) }
            state.cards = Array((state.cards + [bytes.syncChecksum]).suffix(16))
            state.card = card
        }
        try retrying { try transport.publish(bytes, of: card.device) }
    }

    static let day: Int64 = 86_400_000

    /// Returns the time up to which every device has merged all changes of every device. Returns
    /// nil if it is unknown now.
    private func seenByAll(_ cards: [DeviceCard]) -> HybridTime? {
        for writer in cards {
            for reader in cards where reader.device != writer.device {
                guard reader.seen[writer.device, default: 0] >= writer.last else { return nil }
            }
        }
        return cards.map(\.reached).min()
    }

    /// Another device with its card, if readable.
    struct Other {
        let device: String
        let card: DeviceCard?
        /// The failure for a card that is encrypted with another key.
        var wrongKey: Failure?
    }

    /// Returns all present and former devices. A listing may be outdated, so a missing device still
    /// counts as active.
    func others() throws -> [Other] {
        let state = try state()
        let storedCache = try cardCache()
        var cache = storedCache
        let listedDevices = Set(try retrying { try transport.devices() })
        let devices = try listedDevices.union(state.silent.keys).subtracting([state.device]).sorted().map { device in
            let bytes = listedDevices.contains(device) ? try retrying { try transport.card(of: device) } : nil
            do {
                return Other(device: device, card: try bytes.map { try cache.card($0, of: device, by: seal) })
            } catch let failure as Failure where failure.isInvalidRemoteData {
                return Other(device: device, card: nil, wrongKey: failure.code == .syncWrongKey ? failure : nil)
            }
        }
        // An unencrypted card costs nothing to read again, so it is not cached.
        if cache != storedCache, !(seal is Unsealed) { try store.write { try $0.put(cache) } }
        return devices
    }

    private func cardCache() throws -> CardCache { try store.read { try $0.record(CardCache.only) } ?? CardCache() }

    /// Returns the devices of the account by their cards.
    ///
    /// - Throws: A `Failure` of the place, `syncUnreadable`, `syncWrongKey`.
    package func devices() throws -> [DeviceCard] {
        var cache = try cardCache()
        return try retrying { try transport.devices() }.compactMap { device in
            try retrying { try transport.card(of: device) }.map { try cache.card($0, of: device, by: seal) }
        }
    }

    /// Returns the time up to which every device has merged everything, from the store only. Older
    /// tombstones can be deleted.
    package func seenByAll() throws -> HybridTime? { try store.read { try $0.record(SyncState.only)?.seenByAll } }

    /// Returns this device's ID in the account, or nil before the first round.
    package func device() throws -> String? { try store.read { try $0.record(SyncState.only)?.device } }
}

extension SyncState {
    /// Measures the other devices' silence. A clock jump or a long absence of this device counts as
    /// one month at most.
    fileprivate mutating func listen(to others: [Replica.Other], at now: Instant) {
        let elapsed = card.map { min(max(0, now.milliseconds - $0.at.milliseconds), 30 * Replica.day) } ?? 0
        age += elapsed
        var updatedSilence: [String: Silence] = [:]
        for other in others where !removed.contains(other.device) {
            var silence = silent[other.device]
            if let at = other.card?.at, silence?.since != at {
                silence = Silence(since: at)
            } else {
                silence?.milliseconds += elapsed
            }
            if let silence { updatedSilence[other.device] = silence }
        }
        silent = updatedSilence
    }
}
