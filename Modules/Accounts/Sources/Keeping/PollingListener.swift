import Kernel
import Sync
import Synchronization

/// A change listener that polls other devices' streams, for places without notifications.
final class PollingListener: SyncChangeListener {
    private let transport: any SyncTransport
    private let own: String
    private let pause: @Sendable (Double) -> Void
    private let state = Mutex((seen: [String: Int]?.none, isCancelled: false))

    init(_ transport: any SyncTransport, besides own: String, _ pause: @escaping @Sendable (Double) -> Void) {
        self.transport = transport
        self.own = own
        self.pause = pause
    }

    func waitForNews(atMost time: Duration) throws -> Bool {
        var left = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        while !state.withLock({ $0.isCancelled }) {
            if try hasNews() { return true }
            pause(min(1, left))
            left -= 1
            // If news arrived during the pause, the next call returns it at once.
            if left <= 0 { return false }
        }
        return false
    }

    func cancel() { state.withLock { $0.isCancelled = true } }

    private func hasNews() throws -> Bool {
        var now: [String: Int] = [:]
        for device in try transport.devices() where device != own {
            now[device] = try transport.latest(of: device)?.last ?? 0
        }
        return state.withLock { state in
            defer { state.seen = now }
            return state.seen != now
        }
    }
}
