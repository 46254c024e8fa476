import Kernel

extension Replica {
    /// Publishes checksums of this device's records on its card, and requests those of other
    /// devices.
    ///
    /// A device that has all these records answers in its next round. The computation reads all
    /// records, so it runs only here and in an answer.
    ///
    /// - Returns: The result of `comparisons`.
    /// - Throws: The errors of `round`.
    package func exchangeChecksums() throws -> [SyncComparison] {
        var round = try openRound()
        let others = try others()
        try updateMembership(others, in: &round)
        try exchangeChecksums(with: others, isAsked: true, in: &round)
        return try comparisons(with: others)
    }

    /// Returns the differences to other devices that the cards show, without computing checksums.
    ///
    /// - Throws: A `Failure` of the place.
    package func comparisons() throws -> [SyncComparison] { try comparisons(with: others()) }

    /// Answers devices that request checksums and have merged this device's data, and reports
    /// differences.
    func exchangeChecksums(with others: [Other], isAsked: Bool = false, in round: inout Round) throws {
        let state = try state()
        guard let card = state.card else { return }
        let proofs = others.compactMap(\.card?.proof).filter { $0.through == state.through }
        guard isAsked || !proofs.isEmpty else { return }
        let since = proofs.map(\.since).reduce(state.seenByAll ?? .zero, max)
        let ownProof = card.proof.flatMap { $0.through == state.through && $0.since == since ? $0 : nil }
        var buckets: [String: Set<Int>] = [:]
        if let ownProof {
            for other in proofs where other.isComparable(ownProof) {
                for (name, sums) in ownProof.collections {
                    let differing = other.collections[name].map { sums.differing(from: $0) } ?? []
                    if !differing.isEmpty { buckets[name, default: []].formUnion(differing) }
                }
            }
            if buckets.isEmpty || ownProof.lines != nil { return }
        }
        guard try pending(state).changes.isEmpty, let proof = try proof(state, since: since, lines: buckets) else {
            return
        }
        var cardWithProof = card
        cardWithProof.proof = proof
        try publish(cardWithProof, in: &round)
    }

    /// Computes the checksums. Returns nil if a record was written in the meantime.
    private func proof(_ state: SyncState, since: HybridTime, lines buckets: [String: Set<Int>]) throws -> SyncProof? {
        var collections = Dictionary(uniqueKeysWithValues: settings.collections.map { ($0, SyncProof.Sums()) })
        var lines: [SyncProof.Line] = []
        try store.engine.readEverything(except: OwnCollections.names) { forEach in
            try forEach { record in
                guard record.isLive || record.stamp.time > since else { return }
                collections[record.address.collection]?.add(record)
                guard buckets[record.address.collection]?.contains(record.address.bucket) == true,
                    lines.count < SyncProof.mostLines
                else { return }
                lines.append(.init(address: record.address, isLive: record.isLive, sum: record.sum))
            }
        }
        guard try pending(state).changes.isEmpty, try self.state().through == state.through else { return nil }
        return SyncProof(
            through: state.through, since: since, waiting: try quarantined().count, collections: collections,
            lines: buckets.isEmpty ? nil : lines)
    }

    private func comparisons(with others: [Other]) throws -> [SyncComparison] {
        guard let state = try store.read({ try $0.record(SyncState.only) }) else { return [] }
        let ownProof = state.card?.proof.flatMap { $0.through == state.through ? $0 : nil }
        return others.compactMap { other in
            guard !state.removed.contains(other.device), let card = other.card else { return nil }
            var outcome = SyncComparison.Outcome.asked
            if card.through != state.through {
                outcome = .apart
            } else if let ownProof, let otherProof = card.proof, otherProof.isComparable(ownProof) {
                outcome = ownProof.compared(with: otherProof)
            }
            return SyncComparison(device: other.device, title: card.title, outcome: outcome)
        }
    }
}

extension SyncProof {
    fileprivate func compared(with other: SyncProof) -> SyncComparison.Outcome {
        let differing = collections.filter { name, sums in
            other.collections[name].map { !sums.differing(from: $0).isEmpty } ?? false
        }
        guard !differing.isEmpty else {
            let sharedCollections = collections.filter { other.collections[$0.key] != nil }
            return .same(records: sharedCollections.values.reduce(0) { $0 + $1.records })
        }
        return .different(differing.keys.sorted().map { difference(from: other, in: $0) })
    }

    private func difference(from other: SyncProof, in collection: String) -> SyncComparison.Difference {
        func linesByAddress(_ proof: SyncProof) -> [RecordAddress: Line] {
            let lines = (proof.lines ?? []).filter { $0.address.collection == collection }
            return Dictionary(lines.map { ($0.address, $0) }, uniquingKeysWith: { first, _ in first })
        }
        let ownLines = linesByAddress(self)
        let otherLines = linesByAddress(other)
        var difference = SyncComparison.Difference(collection: collection)
        difference.waiting = (waiting, other.waiting)
        // Records can be listed only if both cards list theirs, and only up to the end of a
        // truncated list.
        guard lines != nil, other.lines != nil else { return difference }
        let isComplete = (lines?.count ?? 0) < SyncProof.mostLines && (other.lines?.count ?? 0) < SyncProof.mostLines
        for address in Set(ownLines.keys).union(otherLines.keys).sorted(by: { $0.isBefore($1) }) {
            switch (ownLines[address], otherLines[address]) {
            case (let ownLine?, let otherLine?): if ownLine != otherLine { difference.otherwise.append(address) }
            case (_?, nil): if isComplete { difference.onlyHere.append(address) }
            default: if isComplete { difference.onlyThere.append(address) }
            }
        }
        return difference
    }
}
