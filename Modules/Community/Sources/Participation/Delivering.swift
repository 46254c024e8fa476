import Kernel

/// What a delivery came to.
public struct Delivery: Sendable {
    /// How many parcels were taken.
    public internal(set) var sent = 0
    /// What waits.
    public internal(set) var waiting: Set<Identifier<OutboxEntry>> = []
    /// What will never be taken, and why.
    public internal(set) var refused: [Identifier<OutboxEntry>: Failure] = [:]
    /// Why something waits.
    public internal(set) var trouble: Failure?
}

extension Participation {
    /// Sends what waits, in order, each parcel in a transaction of its own. Killed at any point, it is gone on with later: what was taken and
    /// not yet noted here is not taken twice.
    ///
    /// What arrives or is refused now and was not sent just before is noted, so that the person is told of it once.
    ///
    /// - Parameter asked: what was sent just now.
    /// - Throws: only what this device's own store throws.
    @discardableResult
    public func deliver(_ patience: Patience = .asked, asked: Identifier<OutboxEntry>? = nil) throws -> Delivery {
        let (name, entries) = try outbox.waiting()
        guard !entries.isEmpty else { return Delivery() }
        var delivery = Delivery()
        var rest = entries[...]
        do {
            let identity = try identities.load()
            let actor = Actor(identity: identity)
            let board = try board(patience)
            while let entry = rest.first {
                try settle(entry, from: name, actor, on: board, &delivery)
                rest = rest.dropFirst()
            }
        } catch {
            delivery.trouble = error as? Failure ?? Failure(.communityTrouble, "The community could not be reached: \(error)")
        }
        delivery.waiting = Set(rest.map(\.id))
        let settled = entries.prefix(entries.count - rest.count).filter { $0.id != asked }
        try note(settled, refused: delivery.refused)
        return delivery
    }

    private func settle(
        _ entry: OutboxEntry, from name: String, _ actor: Actor, on board: any CommunityBoard, _ delivery: inout Delivery
    ) throws {
        do {
            // Of an identity that was forgotten meanwhile: nobody may send it any more.
            guard entry.author == actor.author else { throw Failure.authorForgotten }
            let posting = try posting(entry, from: name)
            _ = try board.take(posting, from: actor)
        } catch let failure as Failure where failure.isPermanent {
            try outbox.settle(entry, .refused, because: failure.message)
            delivery.refused[entry.id] = failure
            return
        }
        try outbox.settle(entry, .sent)
        delivery.sent += 1
    }

    private func note(_ settled: [OutboxEntry], refused: [Identifier<OutboxEntry>: Failure]) throws {
        // That somebody was counted or reviewed is nothing they wait for.
        let told = settled.filter { ![.attendance, .review].contains($0.parcel.deed) }
        guard !told.isEmpty else { return }
        try notebook.change { notes in
            for entry in told {
                if let refusal = refused[entry.id] {
                    notes.refusals = (notes.refusals ?? []) + ["\(entry.parcel.deed.noun): \(refusal.message)"]
                } else {
                    notes.arrived = (notes.arrived ?? [:]).merging([entry.parcel.deed.rawValue: 1], uniquingKeysWith: +)
                }
            }
        }
    }
}
