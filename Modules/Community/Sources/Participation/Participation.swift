import Kernel

/// Somebody's part in the community: what they send, what they are answered, what they voted for.
///
/// Everything that is sent is first kept on this device, then delivered; what cannot be delivered waits. Names come from the device's
/// identity, which is made at the first sending.
public struct Participation: Sendable {
    package let access: BoardAccess
    let identities: IdentityStore
    let device: DeviceInfo
    package let courier: Courier
    /// What the app knows of how it is used; asked for when feedback is sent with consent.
    package var usage: @Sendable () throws -> UsageData
    let outbox: Outbox
    let notebook: Notebook
    let ids: IDSource
    package let time: TimeSource

    /// Somebody's part.
    ///
    /// - Parameters:
    ///   - store: the app's own store, for what waits and what was read.
    ///   - usage: what goes along with feedback; in an app the plugin asks the features.
    public init(
        store: any Store, access: BoardAccess, identities: IdentityStore, device: DeviceInfo,
        usage: @escaping @Sendable () throws -> UsageData = { UsageData() }, courier: Courier = .none, ids: IDSource,
        time: TimeSource
    ) {
        (self.access, self.identities, self.device, self.usage) = (access, identities, device, usage)
        (self.courier, self.ids, self.time) = (courier, ids, time)
        outbox = Outbox(store: store, ids: ids)
        notebook = Notebook(store: store)
    }

    /// Every kind of record that is kept on this device.
    public static var collections: [any StoredCollection] {
        [
            OutboxEntry.collection, OutboxBook.collection, DeviceNotes.collection, ReadMark.collection, BoardCopy.collection,
        ]
    }

    /// The app through which they take part: `dojang`.
    public var app: String { device.app }

    // MARK: - What the parts of this service share

    var month: String { String(time.today().description.prefix(7)) }

    /// Whether usage data would go along now; on until somebody switches it off.
    public func sharesUsage() throws -> Bool { try notebook.notes().sharesUsage ?? true }

    /// Looks at the board. The closure asks nothing of this device: both may be one store.
    func look<Value>(_ patience: Patience = .asked, _ body: (any BoardRecords) throws -> Value) throws -> Value {
        try board(patience).read(body)
    }

    /// The person's name, when they have one already.
    func author() throws -> Author? { try identities.load()?.author }

    /// The name they vote under, when they have one already.
    func voter() throws -> Voter? { try identities.load()?.voter }

    /// Keeps a parcel for whoever sends next.
    func queue(_ make: (Author) throws -> Parcel) throws {
        let author = try identities.obtain().author
        _ = try outbox.queue(make(author), by: author, at: time.now())
    }

    /// Keeps a parcel and tries to deliver everything that waits.
    ///
    /// - Throws: why the parcel was refused; `outboxFull`.
    func send(_ make: (Author) throws -> Parcel) throws -> Sending {
        let author = try identities.obtain().author
        let entry = try outbox.queue(make(author), by: author, at: time.now())
        let delivery = try deliver(.glance, asked: entry.id)
        if let refusal = delivery.refused[entry.id] { throw refusal }
        return Sending(
            parcel: entry.parcel, state: delivery.waiting.contains(entry.id) ? .queued : .sent, changed: true,
            trouble: delivery.trouble)
    }
}

/// What became of something that was sent.
public struct Sending: Sendable {
    /// What was sent.
    public let parcel: Parcel
    /// Whether it has arrived or waits.
    public let state: OutboxEntry.State
    /// Whether it changed anything: a second vote does not.
    public let changed: Bool
    /// Why it waits.
    public let trouble: Failure?
}
