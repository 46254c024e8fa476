import Kernel
import Outbox

/// A person's client of the community, for contributions, answers and votes.
///
/// Each submission is first saved on this device, then delivered, or queued if delivery fails.
/// Names come from the device's identity, which the first submission creates.
package struct CommunityClient: Sendable {
    package let access: BoardAccess
    let identities: IdentityStore
    let device: DeviceInfo
    package let sender: BackgroundSender
    /// Returns the app's usage data, on each feedback that is sent with consent.
    package var usage: @Sendable () throws -> UsageData
    let outbox: OutboxQueue<OutboxEntry>
    let notebook: Notebook
    let ids: IDSource
    package let time: TimeSource

    /// Creates a person's client.
    ///
    /// - Parameters:
    ///   - store: the app's own store, for the outbox and read marks.
    ///   - usage: returns the usage data for feedback. In an app the plugin asks the features.
    package init(
        store: any Store, access: BoardAccess, identities: IdentityStore, device: DeviceInfo,
        usage: @escaping @Sendable () throws -> UsageData = { UsageData() }, sender: BackgroundSender = .none,
        ids: IDSource, time: TimeSource
    ) {
        self.access = access
        self.identities = identities
        self.device = device
        self.usage = usage
        self.sender = sender
        self.ids = ids
        self.time = time
        outbox = OutboxQueue(store)
        notebook = Notebook(store: store)
    }

    /// The kinds of record saved on this device.
    package static var collections: [any StoredCollection] {
        [
            OutboxEntry.collection, OutboxState.collection, DeviceNotes.collection, ReadMark.collection,
            BoardCopy.collection,
        ]
    }

    /// The app of the participant, for example `dojang`.
    package var app: String { device.app }

    // MARK: - Helpers shared by the parts of this service

    var month: String { String(time.today().description.prefix(7)) }

    /// Returns whether feedback includes usage data now. The default is true.
    package func sharesUsage() throws -> Bool { try notebook.notes().sharesUsage ?? true }

    /// Reads from the board. The closure must not read this device's store, because both may be one
    /// store.
    func readBoard<Value>(_ waitLimit: WaitLimit = .userInitiated, _ body: (any BoardRecords) throws -> Value) throws
        -> Value
    {
        try board(waitLimit).read(body)
    }

    /// Returns the person's author name if there is an identity.
    func author() throws -> Author? { try identities.load()?.author }

    /// Returns the person's voter name if there is an identity.
    func voter() throws -> Voter? { try identities.load()?.voter }

    /// Queues a submission for the next delivery. It is durable when the function returns.
    ///
    /// - Throws: `outboxFull`.
    @discardableResult
    func queue(_ make: (Author) throws -> Submission) throws -> OutboxEntry { try queued(make).entry }

    /// Queues a submission, and returns it with the outbox's name.
    private func queued(_ make: (Author) throws -> Submission) throws -> (entry: OutboxEntry, name: String) {
        let author = try identities.obtain().author
        let submission = try make(author)
        let now = time.now()
        return try notebook.store.write { transaction in
            var state =
                try transaction.record(OutboxState.only)
                ?? OutboxState(id: OutboxState.only, name: ids.next(OutboxState.self).rawValue, last: 0)
            state.last = try outbox.nextNumber(after: state.last, at: now, in: transaction)
            let entry = OutboxEntry(number: state.last, author: author, submission: submission, queuedAt: now)
            try transaction.put(state)
            try transaction.put(entry)
            return (entry, state.name)
        }
    }

    /// Queues a submission and tries to deliver the whole outbox.
    ///
    /// - Throws: the reason if the submission was refused, and `outboxFull`.
    func send(_ make: (Author) throws -> Submission) throws -> Sending {
        let (entry, name) = try queued(make)
        let delivery = try deliver(.brief, asked: entry.id, from: name)
        if let refusal = delivery.refused[entry.id] { throw refusal }
        // Another process may have sent it, and reports a refusal with the late results.
        let isReceived = delivery.received.contains { $0.id == entry.id }
        let state = isReceived ? .sent : try notebook.store.read { try $0.record(entry.id) }?.state ?? .sent
        return Sending(submission: entry.submission, state: state, changed: true, trouble: delivery.trouble)
    }
}

/// The result of a submission.
package struct Sending: Sendable {
    package let submission: Submission
    package let state: OutboxEntry.State
    /// Whether the submission changed anything. A second vote does not.
    package let changed: Bool
    /// The reason why it waits.
    package let trouble: Failure?
}
