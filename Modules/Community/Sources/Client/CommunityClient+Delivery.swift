import Kernel
import Outbox

/// The delivery of waiting submissions.
extension CommunityClient {
    /// Delivers waiting submissions in order, each in its own transaction.
    ///
    /// After a kill at any point, a later call continues without delivering a submission twice.
    /// Late results are recorded to be reported to the person once.
    ///
    /// - Parameters:
    ///   - asked: the submission that the person has just made.
    ///   - name: the outbox's name if it is known.
    /// - Throws: only errors of this device's own store.
    @discardableResult
    package func deliver(
        _ waitLimit: WaitLimit = .userInitiated, asked: Identifier<OutboxEntry>? = nil, from name: String? = nil
    ) throws -> OutboxDelivery<OutboxEntry> {
        let (name, entries) = try notebook.store.read { transaction in
            (
                try name ?? transaction.record(OutboxState.only)?.name ?? "",
                try transaction.records(OutboxEntry.waiting.all)
            )
        }
        guard !entries.isEmpty else { return OutboxDelivery() }
        let delivery = outbox.deliver(
            entries, unknown: { .undelivered(.communityTrouble, $0) },
            to: { (actor: Actor(identity: try identities.load()), board: try board(waitLimit)) },
            send: { entry, place in
                // The entry belongs to an identity that was forgotten meanwhile, so it must not be
                // sent.
                guard entry.author == place.actor.author else { throw Failure.authorForgotten }
                _ = try place.board.receive(posting(entry, from: name), from: place.actor)
            })
        try note(entries.filter { $0.id != asked && !delivery.waiting.contains($0.id) }, delivery)
        return delivery
    }

    /// Records late results in the notes, to be reported once.
    private func note(_ settled: [OutboxEntry], _ delivery: OutboxDelivery<OutboxEntry>) throws {
        let received = Set(delivery.received.map(\.id))
        // People do not wait for attendance and reviews, so their results are not reported.
        let reported = settled.filter { entry in
            ![.attendance, .review].contains(entry.submission.action)
                && (received.contains(entry.id) || delivery.refused[entry.id] != nil)
        }
        guard !reported.isEmpty else { return }
        try notebook.change { notes in
            for entry in reported {
                if let refusal = delivery.refused[entry.id] {
                    notes.refusals = (notes.refusals ?? []) + ["\(entry.submission.action.noun): \(refusal.message)"]
                } else {
                    notes.arrived = (notes.arrived ?? [:]).merging(
                        [entry.submission.action.rawValue: 1], uniquingKeysWith: +)
                }
            }
        }
    }
}
