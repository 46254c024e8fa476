import Kernel

extension Membership {
    /// As many parcels may wait.
    static let capacity = 500

    /// Keeps a parcel on this device; it is durable when this returns, and is sent by `deliver`.
    ///
    /// - Throws: `groupOutboxFull`.
    public func queue(_ parcel: GroupParcel, for group: KnownGroup) throws -> WaitingParcel {
        try store.write { transaction in
            guard try transaction.count(WaitingParcel.waiting.all) < Membership.capacity else { throw Failure.groupOutboxFull }
            let last = try transaction.first(WaitingParcel.byNumber.all.descending)?.number ?? 0
            // Numbers follow the clock, so that they do not begin anew where an outbox was empty.
            let number = max(last + 1, Int(time.now().milliseconds))
            let parcel = WaitingParcel(
                id: Identifier("\(number)"), number: number, group: group.id, parcel: parcel, queuedAt: time.now())
            try transaction.put(parcel)
            return parcel
        }
    }

    /// Keeps a parcel and sends what waits.
    ///
    /// - Throws: why it was refused; it is not kept then.
    public func send(_ parcel: GroupParcel, to group: KnownGroup) throws -> GroupSending {
        let waiting = try queue(parcel, for: group)
        let delivery = try deliver()
        if let refusal = delivery.refused[waiting.id] {
            try store.write { _ = try $0.delete(waiting.id) }
            throw refusal
        }
        // Another process may have handed it over, and been refused: that is told as of all that had waited.
        let hasArrived = try store.read { try $0.record(waiting.id) } == nil
        return GroupSending(hasArrived: hasArrived, trouble: hasArrived ? nil : delivery.trouble[group.id])
    }

    /// Keeps several parcels and sends what waits, all of them at once.
    ///
    /// - Throws: why the first of those that were refused was; none of these is kept.
    public func send(_ parcels: [GroupParcel], to group: KnownGroup) throws -> GroupSending {
        guard !parcels.isEmpty else { return .arrived }
        let mine = try parcels.map { try queue($0, for: group).id }
        let delivery = try deliver()
        let refused = mine.filter { delivery.refused[$0] != nil }
        if let first = refused.first, let refusal = delivery.refused[first] {
            try store.write { transaction in for id in refused { try transaction.delete(id) } }
            throw refusal
        }
        let hasArrived = delivery.waiting.isDisjoint(with: mine)
        return GroupSending(hasArrived: hasArrived, trouble: hasArrived ? nil : delivery.trouble[group.id])
    }

    /// Sends what waits, in order for each group. A refusal concerns one parcel; trouble with a place keeps all of its group and none of others.
    ///
    /// - Throws: only what this device's own store throws.
    @discardableResult
    public func deliver(_ patience: Patience = .asked) throws -> GroupDelivery {
        var delivery = GroupDelivery()
        guard try !waiting().isEmpty else { return delivery }
        let isDone = try access.alone(patience) { try deliver(waiting(), patience, &delivery) }
        // Another process is at it, and takes these along or leaves them for the next.
        if !isDone { delivery.waiting = Set(try waiting().map(\.id)) }
        return delivery
    }

    private func deliver(_ waiting: [WaitingParcel], _ patience: Patience, _ delivery: inout GroupDelivery) throws {
        for (id, parcels) in Dictionary(grouping: waiting, by: \.group) {
            guard let group = try store.read({ try $0.record(id) }) else {
                // Of a group that was left meanwhile.
                try store.write { transaction in for parcel in parcels { try transaction.delete(parcel.id) } }
                continue
            }
            try deliver(parcels, to: group, patience, &delivery)
        }
    }

    private func deliver(
        _ parcels: [WaitingParcel], to group: KnownGroup, _ patience: Patience, _ delivery: inout GroupDelivery
    ) throws {
        var rest = parcels[...]
        do {
            let hall = try hall(of: group, patience)
            while let next = rest.first {
                // Whatever was dropped since it was read is not sent.
                if try store.read({ try $0.record(next.id) }) == next { try hand(next, to: hall, &delivery) }
                rest = rest.dropFirst()
            }
        } catch {
            delivery.trouble[group.id] = error as? Failure ?? Failure(.groupTrouble, "The group could not be reached: \(error)")
        }
        delivery.waiting.formUnion(rest.map(\.id))
    }

    private func hand(_ waiting: WaitingParcel, to hall: any GroupHall, _ delivery: inout GroupDelivery) throws {
        do {
            try waiting.parcel.hand(to: hall)
            try store.write { _ = try $0.delete(waiting.id) }
            delivery.sent += 1
        } catch let failure as Failure where failure.isPermanent {
            delivery.refused[waiting.id] = failure
            try store.write { transaction in
                guard var refused = try transaction.record(waiting.id) else { return }
                refused.refusal = failure.message
                try transaction.put(refused)
            }
        }
    }

    /// Drops what waits to be sent to a group and is none of it any more.
    ///
    /// - Returns: how much that was.
    public func drop(_ group: KnownGroup, where isMeant: (GroupParcel) -> Bool) throws -> Int {
        try store.write { transaction in
            let meant = try transaction.records(WaitingParcel.waiting.all).filter { $0.group == group.id && isMeant($0.parcel) }
            for parcel in meant { try transaction.delete(parcel.id) }
            return meant.count
        }
    }

    /// What waits to be sent, first in first out.
    public func waiting() throws -> [WaitingParcel] { try store.read { try $0.records(WaitingParcel.waiting.all) } }

    /// What was refused after it had waited; told once, and gone then.
    public func takeRefused() throws -> [WaitingParcel] {
        let all = try store.read { try $0.records(WaitingParcel.byNumber.all) }.filter { $0.refusal != nil }
        guard !all.isEmpty else { return [] }
        return try store.write { transaction in
            try all.filter { try transaction.delete($0.id) }
        }
    }
}

extension Failure {
    /// No parcel more waits on this device.
    static let groupOutboxFull = Failure(
        .groupOutboxFull, "\(Membership.capacity) things wait on this device to be sent, and this one was not kept.",
        advice: "Do it again when those have been sent.", kind: .temporary)
}
