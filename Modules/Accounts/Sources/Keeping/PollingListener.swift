import Kernel
import Sync
import Synchronization

/// A change listener that polls other devices' streams, for places without notifications.
final class PollingListener: SyncChangeListener {
    private let transport: any SyncTransport
    private let ownDevice: String
    private let pause: @Sendable (Double) -> Void
    private let state = Mutex((seen: [String: Int]?.none, isCancelled: false))

    init(_ transport: any SyncTransport, besides ownDevice: String, _ pause: @escaping @Sendable (Double) -> Void) {
        self.transport = transport
        self.ownDevice = ownDevice
        self.pause = pause
    }

    func waitForNews(atMost time: Duration) throws -> Bool {
        var secondsLeft = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        while !state.withLock({ $0.isCancelled }) {
            if try hasNews() { return true }
            pause(min(1, secondsLeft))
            secondsLeft -= 1
            // If news arrived during the pause, the next call returns it at once.
            if secondsLeft <= 0 { return false }
        }
        return false
    }

    func cancel() { state.withLock { $0.isCancelled = true } }

    /// Returns whether any other device has sent something since the previous call.
    private func hasNews() throws -> Bool {
        var latestByDevice: [String: Int] = [:]
        for device in try transport.devices() where device != ownDevice {
            latestByDevice[device] = try transport.latest(of: device)?.last ?? 0
        }
        return state.withLock { state in
            defer { state.seen = latestByDevice }
            return state.seen != latestByDevice
        }
    }
}
