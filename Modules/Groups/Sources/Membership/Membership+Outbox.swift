import Kernel
import Outbox

/// The submissions that wait for groups, and their delivery.
extension Membership {
    var outbox: OutboxQueue<WaitingSubmission> { OutboxQueue(store) }

    /// Queues a submission, which is durable when the function returns and is sent by `deliver`.
    ///
    /// - Throws: `groupOutboxFull`.
    package func queue(_ submission: GroupSubmission, for group: KnownGroup) throws -> WaitingSubmission {
        try store.write { transaction in
            let now = time.now()
            let number = try outbox.nextNumber(at: now, in: transaction)
            let submission = WaitingSubmission(number: number, group: group.id, submission: submission, queuedAt: now)
            try transaction.put(submission)
            return submission
        }
    }

    /// Queues a submission and sends the outbox.
    ///
    /// - Throws: the reason of a refusal, which also deletes the submission.
    package func send(_ submission: GroupSubmission, to group: KnownGroup) throws -> SubmissionOutcome {
        let waiting = try queue(submission, for: group)
        let delivery = try deliver()
        if let refusal = delivery.refused[waiting.id] {
            try store.write { _ = try $0.delete(waiting.id) }
            throw refusal
        }
        // Another process may have sent this submission and seen its refusal. That process reports
        // it with the late results.
        let hasArrived = try store.read { try $0.record(waiting.id) } == nil
        return SubmissionOutcome(hasArrived: hasArrived, trouble: hasArrived ? nil : delivery.trouble[group.id])
    }

    /// Queues several submissions together and sends the outbox.
    ///
    /// - Throws: the reason of the first refusal. Refused submissions are deleted.
    package func send(_ submissions: [GroupSubmission], to group: KnownGroup) throws -> SubmissionOutcome {
        guard !submissions.isEmpty else { return .arrived }
        let ids = try submissions.map { try queue($0, for: group).id }
        let delivery = try deliver()
        let refusedIDs = ids.filter { delivery.refused[$0] != nil }
        if let first = refusedIDs.first, let refusal = delivery.refused[first] {
            try store.write { transaction in for id in refusedIDs { try transaction.delete(id) } }
            throw refusal
        }
        let hasArrived = delivery.waiting.isDisjoint(with: ids)
        return SubmissionOutcome(hasArrived: hasArrived, trouble: hasArrived ? nil : delivery.trouble[group.id])
    }

    /// Sends the outbox, in order for each group.
    ///
    /// A refusal affects one submission. A failure of a group's location keeps all submissions of
    /// that group and none of others.
    ///
    /// - Throws: only errors of this device's own store.
    @discardableResult
    package func deliver(_ waitLimit: WaitLimit = .userInitiated) throws -> GroupDelivery {
        var delivery = GroupDelivery()
        guard try !outbox.isEmpty() else { return delivery }
        let isDone = try access.withDeliveryLock(waitLimit) { try deliver(waiting(), waitLimit, &delivery) }
        // Another process is delivering and either includes these submissions or leaves them for
        // the next delivery.
        if !isDone { delivery.waiting = Set(try waiting().map(\.id)) }
        return delivery
    }

    /// Delivers submissions group by group, beginning with the group that has waited longest.
    private func deliver(_ waiting: [WaitingSubmission], _ waitLimit: WaitLimit, _ delivery: inout GroupDelivery) throws
    {
        let byGroup = Dictionary(grouping: waiting, by: \.group)
        for (id, submissions) in byGroup.sorted(by: { $0.value[0].number < $1.value[0].number }) {
            guard let group = try store.read({ try $0.record(id) }) else {
                // These submissions belong to a group that the person has left.
                let orphaned = Set(submissions.map(\.id))
                try outbox.drop { orphaned.contains($0.id) }
                continue
            }
            let results = outbox.deliver(
                submissions, unknown: { .undelivered(.groupTrouble, $0) },
                to: { try groupSession(of: group, waitLimit) }, send: { try $0.submission.deliver(to: $1) })
            delivery.add(results, to: group)
        }
    }

    /// Drops waiting submissions of a group that are obsolete.
    ///
    /// - Returns: the number of dropped submissions.
    package func drop(_ group: KnownGroup, where isObsolete: (GroupSubmission) -> Bool) throws -> Int {
        try outbox.drop { $0.group == group.id && isObsolete($0.submission) }
    }

    /// Returns the waiting submissions in order of arrival.
    package func waiting() throws -> [WaitingSubmission] { try outbox.waiting() }

    /// Returns late refusals once and removes them.
    package func takeRefused() throws -> [WaitingSubmission] {
        let refused = try outbox.items().filter { !$0.isWaiting }
        guard !refused.isEmpty else { return [] }
        return try store.write { transaction in
            try refused.filter { try transaction.delete($0.id) }
        }
    }
}
