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
            let draft = try lock.waitForRewriting {
                try refresh()
                if let refusal = open.health.refusal { throw refusal }
                clock.receive(open.log.latest)
                return try Renewing(renewal, of: open, in: directory, time: clock.tick(), device: device)
            }
            defer { draft.letGo() }
            try draft.fill(isWorthIndexing: economy.isWorthIndexing)
            guard !open.tables.isStale else { throw StaleIndex() }
            let done = try locked { try exchanged(draft, renewal, clock, closing) }
            // Others go on in the new generation while the old one goes.
            draft.letGo()
            guard let done else { continue }
            // It is done; what cannot be removed now goes with what is due, or with the next generation.
            if renewal.isWhole { try? removeBranches() }
            try? removeOlder()
            return done
        }
    }

    /// Nil when another generation has come meanwhile.
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
            let last = try transaction.inner.changed().map { try $0.record() }
            done = (value, renewal.isWhole || transaction.forgotten != nil, last)
        } catch {
            try transaction.inner.rollBack()
            throw error
        }
        let time = transaction.time
        try transaction.inner.rollBack()
        guard !tables.isStale else { throw StaleIndex() }
        try draft.finish(done.last, at: time)
        try reload()
        return (done.value, done.forgets)
    }
}
