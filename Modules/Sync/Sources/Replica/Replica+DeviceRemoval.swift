import Kernel

extension Replica {
    /// Removes a device from the account. The other devices no longer wait for it.
    ///
    /// The device learns of its removal when it syncs, and keeps its data.
    ///
    /// - Throws: `syncNoSuchDevice` if no other device has the ID, `syncRemoved` if this device was
    ///   removed itself.
    package func remove(device: String) throws {
        var round = try openRound()
        let others = try others()
        try updateMembership(others, in: &round)
        guard others.contains(where: { $0.device == device }) else {
            throw Failure(
                .syncNoSuchDevice, "The account has no other device called “\(device)”.",
                advice: "See which devices it has.", missingName: device)
        }
        try write(&round) { state, _ in
            state.removed.insert(device)
            state.silent[device] = nil
        }
        // Publishes this device's card, from which the other devices learn of the removal.
        _ = try acknowledge(others, in: &round)
    }

    /// Makes this removed device a member again, under a new ID.
    ///
    /// It starts from the other devices' current records and then sends its unsent changes. A place
    /// with logins may have locked it out before it could read its removal, so it reads that first.
    package func rejoin() throws {
        var round = try openRound()
        let state = try state()
        let removed = try others().reduce(into: state.removed) { $0.formUnion($1.card?.removed ?? []) }
        guard removed.contains(state.device) else { return }
        let latest = try retrying { try transport.latest(of: state.device) }
        try rename(state, found: latest, in: &round)
    }

    /// Reads the new and removed devices from the other devices' cards.
    ///
    /// - Throws: `syncRemoved` if this device was removed.
    func updateMembership(_ others: [Other], in round: inout Round) throws {
        let state = try state()
        let removed = others.reduce(into: state.removed) { $0.formUnion($1.card?.removed ?? []) }
        let unknownDevices = others.filter { state.silent[$0.device] == nil && !removed.contains($0.device) }
            .compactMap(
                \.card)
        if removed != state.removed || !unknownDevices.isEmpty {
            try write(&round) { state, _ in
                state.removed = removed
                for card in unknownDevices { state.silent[card.device] = .init(since: card.at) }
            }
        }
        guard removed.contains(state.device) else { return }
        throw Failure(
            .syncRemoved, "This device was removed from its account.",
            advice: "Nothing on it is lost: save what was not sent yet, or join the account again with its key.")
    }
}

// MARK: - Leaving

extension Replica {
    /// Returns this device's ID, and creates one if necessary. Other devices learn it in the first
    /// round.
    package func name() throws -> String {
        var round = Round(known: [])
        try begin(&round)
        return try state().device
    }

    /// Announces that this device leaves the account, so that no device waits for it. Its data
    /// stays.
    ///
    /// - Throws: A `Failure` of the place.
    package func announceDeparture() throws {
        guard try device() != nil else { return }
        var round = try openRound()
        let others = try others()
        try write(&round) { state, _ in state.removed.insert(state.device) }
        _ = try acknowledge(others, in: &round)
    }

    /// Deletes the state of sync on this device, but no records and superseded versions. A device
    /// that joins again gets a new ID.
    package func forget() throws {
        try store.write { transaction in
            let state = try transaction.record(SyncState.only)
            try state?.outgoing?.drop(in: transaction)
            for merge in 0..<(state?.merges ?? 0) { try transaction.delete(MergeMark.id(merge)) }
            try transaction.delete(SentBatches.only)
            try transaction.delete(CardCache.only)
            try transaction.delete(IdleFileRound.only)
            try transaction.delete(SyncState.only)
        }
    }
}
