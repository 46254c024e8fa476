import Kernel
import Sync
import TestSupport

/// A wall clock that a schedule sets.
struct Clockwork: Sendable {
    private let hand: ManualClock

    init(_ moment: Instant) { hand = ManualClock(moment) }

    var read: @Sendable () -> Instant { { [hand] in hand.now } }

    func move(_ milliseconds: Int64) { hand.now = Instant(milliseconds: hand.now.milliseconds + milliseconds) }

    func set(_ moment: Instant) { hand.now = moment }
}

extension StoredRecord {
    /// The user's text inside the record: `<12>`.
    var text: String? {
        guard let payload, let start = payload.firstIndex(of: UInt8(ascii: "<")),
            let end = payload.lastIndex(of: UInt8(ascii: ">"))
        else { return nil }
        return String(decoding: payload[start...end], as: UTF8.self)
    }
}

extension Disk {
    /// All texts on the disk, including those in unsent batches.
    var everything: String {
        records.values.map { record in
            guard let payload = record.payload else { return "" }
            let text = String(decoding: payload, as: UTF8.self)
            guard record.address.collection == "sync.bytes", let start = text.range(of: "\"base64\":\""),
                let end = text[start.upperBound...].firstIndex(of: "\""),
                let bytes = Data(base64Encoded: String(text[start.upperBound..<end]).replacing("\\/", with: "/"))
            else { return text }
            return String(decoding: bytes, as: UTF8.self)
        }.joined()
    }
}

extension SyncTransport {
    /// Returns all texts of the place.
    func everything() throws -> String {
        let envelopes = try devices().flatMap { try self.envelopes(of: $0, after: 0, limit: .max) }
        return (envelopes.map(\.bytes) + [try snapshot()?.bytes ?? []]).map { String(decoding: $0, as: UTF8.self) }
            .joined()
    }
}

extension DeviceFixture {
    /// Ends all faults, corrects all clocks and syncs until nothing changes.
    ///
    /// - Returns: A description of the broken law, or nil.
    mutating func settle() -> String? {
        let times = nodes.flatMap { [$0.clock.read().milliseconds, $0.store.disk.reached.milliseconds] }
        let moment = Instant(milliseconds: (times.max() ?? 0) + 2 * 86_400_000)
        self.moment += 1
        for node in nodes {
            node.clock.set(moment)
            node.transport.isFaulty = false
            node.transport.kill(in: nil)
        }
        for _ in 0..<20 {
            var isQuiet = true
            for node in nodes {
                node.transport.belong(to: try? node.replica.device())
                do {
                    let report = try node.replica.round()
                    if let trouble = report.troubles.first { return "\(node.name) cannot read: \(trouble)" }
                    isQuiet = isQuiet && report == SyncReport()
                } catch { return "\(node.name) cannot sync: \(error)" }
                note(node)
            }
            if isQuiet { return brokenLaw() }
        }
        return "the devices do not converge"
    }

    private func brokenLaw() -> String? {
        let digests = nodes.map { node in
            (node.store.live("notes") + node.store.live("entries")).map {
                "\($0.address.id) \($0.stamp) \($0.text ?? "")"
            }
        }
        for (node, digest) in zip(nodes, digests) where digest != digests[0] {
            return "\(node.name) has \(digest), \(nodes[0].name) has \(digests[0])"
        }
        let live = Set((nodes[0].store.live("notes") + nodes[0].store.live("entries")).compactMap(\.text))
        let lost = written.subtracting(settled).subtracting(live).subtracting(shown)
        if let text = lost.sorted().first { return "\(text) is neither live nor recovered nor deleted" }
        guard !hasLostDisk else { return nil }
        for (address, generation) in deleted {
            if let record = nodes[0].store.disk.records[address], record.isLive, record.stamp.generation <= generation,
                !isOfNewcomer(record.text)
            {
                return "\(address.id) was deleted and lives"
            }
        }
        return nil
    }

    /// Whether a text or a predecessor was written by a device that was unknown when the tombstone
    /// was forgotten.
    ///
    /// All known devices had seen the deletion, so the tombstone could be deleted. The writer never
    /// saw the deleted record, so its text is a new record for all devices.
    private func isOfNewcomer(_ text: String?) -> Bool {
        var next = text
        while let origin = next.flatMap({ origins[$0] }) {
            if let swept = swept[origin.address], origin.known ?? .max >= swept { return true }
            next = origin.before
        }
        return false
    }

    /// Runs a random schedule.
    ///
    /// - Returns: A description of the broken law, or nil.
    static func run(
        seed: UInt64, steps: Int = 40, mutant: Mutant? = nil, at place: any SyncTransport = MemoryTransport()
    ) -> String? {
        var world = DeviceFixture(seed: seed, mutant: mutant, at: place)
        do { for _ in 0..<steps { try world.step() } } catch { return "a step failed: \(error)" }
        return world.settle()
    }
}
