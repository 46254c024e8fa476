import Kernel

/// A parcel that waits on this device, or that was sent from it.
public struct OutboxEntry: Storable, Hashable {
    /// Where a parcel is.
    public enum State: String, Codable, CaseIterable, Sendable {
        /// On this device; it is sent when the community can be reached.
        case queued
        /// Taken by the community.
        case sent
        /// Not taken, and it never will be; the reason stands beside it.
        case refused
    }

    /// The number as text.
    public let id: Identifier<OutboxEntry>
    /// Greater than that of every parcel before.
    public let number: Int
    /// Under which name it is sent.
    public let author: Author
    /// What is sent.
    public let parcel: Parcel
    /// When it was put here.
    public let queuedAt: Instant
    /// Where it is.
    public var state: State
    /// Why it was refused.
    public var reason: String?

    static let byNumber = Index<OutboxEntry, Int>.ordered("number") { $0.number }
    static let waiting = Index<OutboxEntry, Int>.ordered("waiting") { $0.state == .queued ? $0.number : nil }
    /// Where parcels wait: in the app's own store.
    public static let collection = RecordCollection<OutboxEntry>("community.outbox", indexes: [byNumber, waiting])
}

/// The outbox's name and its last number.
struct OutboxBook: Storable {
    let id: Identifier<OutboxBook>
    let name: String
    var last: Int

    static let only: Identifier<OutboxBook> = "book"
    static let collection = RecordCollection<OutboxBook>("community.outbox.book")
}

/// What waits on this device to be sent, in order.
struct Outbox: Sendable {
    /// As many parcels may wait.
    static let capacity = 500

    let store: any Store
    let ids: IDSource

    /// Puts a parcel in; it is durable when this returns.
    ///
    /// - Throws: `outboxFull`.
    func queue(_ parcel: Parcel, by author: Author, at now: Instant) throws -> OutboxEntry {
        try store.write { transaction in
            guard try transaction.count(OutboxEntry.waiting.all) < Outbox.capacity else {
                throw Failure(
                    .outboxFull, "\(Outbox.capacity) messages already wait on this device.",
                    advice: "They are sent as soon as the community's folder can be reached.", kind: .temporary)
            }
            var book = try transaction.record(OutboxBook.only) ?? OutboxBook(id: OutboxBook.only, name: fresh, last: 0)
            // Numbers follow the clock, so that a device restored from an old copy does not use one twice.
            book.last = max(book.last + 1, Int(now.milliseconds))
            let entry = OutboxEntry(
                id: Identifier("\(book.last)"), number: book.last, author: author, parcel: parcel, queuedAt: now, state: .queued)
            try transaction.put(book)
            try transaction.put(entry)
            return entry
        }
    }

    /// What waits, first in first out, and the outbox's name.
    func waiting() throws -> (name: String, entries: [OutboxEntry]) {
        try store.read { transaction in
            (try transaction.record(OutboxBook.only)?.name ?? "", try transaction.records(OutboxEntry.waiting.all))
        }
    }

    func holdsSomething() throws -> Bool { try store.read { try $0.count(OutboxEntry.waiting.all) } > 0 }

    func entries() throws -> [OutboxEntry] { try store.read { try $0.records(OutboxEntry.byNumber.all) } }

    /// Notes what became of a parcel. What was written is kept as the writer's own copy; votes are not.
    func settle(_ entry: OutboxEntry, _ state: OutboxEntry.State, because reason: String? = nil) throws {
        try store.write { transaction in
            guard var kept = try transaction.record(entry.id), kept.state == .queued else { return }
            (kept.state, kept.reason) = (state, reason)
            switch (entry.parcel, state) {
            case (.feedback, _), (.suggestion, _), (_, .queued): try transaction.put(kept)
            default: try transaction.delete(entry.id)
            }
        }
    }

    private var fresh: String { ids.next(OutboxBook.self).rawValue }
}
