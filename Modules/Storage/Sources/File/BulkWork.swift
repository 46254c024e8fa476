import Kernel

/// How a file store does bulk work.
extension StoreFiles {
    /// Writes the next generation and exchanges it, with the transaction that belongs to it.
    ///
    /// - Returns: what the transaction gave, and whether something is to be finished in files.
    func renew<Value>(
        _ renewal: Renewal, clock: HybridClock, _ closing: (any EngineTransaction) throws -> Value
    ) throws -> (Value, Bool) {
        while true {
            guard let done = try renewed(renewal, clock, closing) else { continue }
            // Others go on in the new generation while the old one goes. It is done; what cannot be removed now goes with what is due, or with the
            // next generation.
            if renewal.isWhole { try? removeBranches() }
            try? removeOlder()
            return done
        }
    }

    /// Nil when another generation has come meanwhile.
    private func renewed<Value>(
        _ renewal: Renewal, _ clock: HybridClock, _ closing: (any EngineTransaction) throws -> Value
    ) throws -> (Value, Bool)? {
        var total = 0
        let draft = try lock.waitForRewriting {
            try refresh()
            if let refusal = open.health.refusal { throw refusal }
            clock.receive(open.log.latest)
            total = renewal.isWhole ? 0 : open.tables.liveCount
            let renewal = renewal.telling(caller.rewrites, of: total)
            return try Renewing(
                renewal, of: open, in: directory, expiry: expiry(), time: clock.tick(), device: device)
        }
        defer { draft.letGo() }
        // Also where it fails.
        defer { caller.rewrites(total, total) }
        try draft.fill(isWorthIndexing: economy.isWorthIndexing)
        guard !open.tables.isStale else { throw StaleIndex() }
        return try locked { try exchanged(draft, renewal, clock, closing) }
    }

    private func exchanged<Value>(
        _ draft: Renewing, _ renewal: Renewal, _ clock: HybridClock, _ closing: (any EngineTransaction) throws -> Value
    ) throws -> (Value, Bool)? {
        guard draft.follows(open) else { return nil }
        let tables = open.tables
        clock.receive(open.log.latest)
        let transaction = FileTransaction(tables: tables, of: open.log, clock: clock, device: device, isWriting: true)
        var done: (value: Value, forgets: Bool, last: [StoredRecord])
        do {
            let value = try closing(transaction)
            if renewal.isWhole {
                var due = Aftermath(renewal)
                due.clean = open.generation + 1
                let old = try transaction.record(at: Aftermath.address)
                try transaction.put(due.record(over: old, time: transaction.time, device: device)) { $0.entries }
            } else if let forgotten = transaction.forgotten {
                try transaction.put(aftermath(of: forgotten, in: transaction)) { $0.entries }
            }
            let last = try transaction.changed().map { try $0.record() }
            done = (value, renewal.isWhole || transaction.forgotten != nil, last)
        } catch {
            try transaction.rollBack()
            throw error
        }
        let time = transaction.time
        try transaction.rollBack()
        guard !tables.isStale else { throw StaleIndex() }
        try draft.finish(done.last, at: time)
        try reload()
        return (done.value, done.forgets)
    }
}

extension Renewal {
    /// The same, telling how many of the records that were there have been copied or have gone, until others arrive.
    fileprivate func telling(_ tell: @escaping (_ done: Int, _ total: Int) -> Void, of total: Int) -> Renewal {
        var (told, done, isOver) = (self, 0, false)
        func step() {
            done += 1
            // A hundred times, so that the first word of it says something.
            if !isOver, done < total, done % max(1, total / 100) == 0 { tell(done, total) }
        }
        told.leaves = { [leaves, parting] address, stamp in
            let goes = try leaves(address, stamp)
            if !goes || parting == nil { step() }
            return goes
        }
        told.parting = parting.map { parting in
            { record, left, arrivals in
                try parting(record, left, arrivals)
                step()
            }
        }
        told.arriving = { [arriving] arrivals in
            isOver = true
            tell(total, total)
            try arriving(arrivals)
        }
        return told
    }
}
