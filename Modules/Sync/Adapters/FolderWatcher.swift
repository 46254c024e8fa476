import Files
import Kernel
import Sync
import Synchronization

/// A change listener that checks a shared folder once a second.
///
/// It reads a device's folder only after the folder's time has changed.
package final class FolderWatcher: SyncChangeListener {
    /// The observed state of a device's folder.
    private struct FolderState {
        var changedAt: Instant
        var segments: Int
        /// The greatest record number in a segment's name.
        var last: Int
        /// The number of further reads, because some disks have a time resolution of two seconds.
        var remainingReads: Int
    }

    private let path: String
    private let own: String
    private let state = Mutex((seen: [String: FolderState]?.none, isCancelled: false))

    /// - Parameters:
    ///   - path: The folder.
    ///   - own: The device whose batches are ignored.
    package init(_ path: String, besides own: String) {
        self.path = path
        self.own = own
    }

    package func waitForNews(atMost time: Duration) throws -> Bool {
        let end = ContinuousClock.now + time
        while !state.withLock({ $0.isCancelled }) {
            if try hasNews() { return true }
            let next = min(end, ContinuousClock.now + .seconds(1))
            while ContinuousClock.now < next, !state.withLock({ $0.isCancelled }) { usleep(50_000) }
            if ContinuousClock.now >= end { return false }
        }
        return false
    }

    package func cancel() { state.withLock { $0.isCancelled = true } }

    private func hasNews() throws -> Bool {
        let previousStates = state.withLock { $0.seen }
        let currentStates: [String: FolderState]
        do { currentStates = try observe(since: previousStates ?? [:]) } catch let trouble as FileError {
            throw FolderTransport.unreachable(path, trouble)
        }
        state.withLock { $0.seen = currentStates }
        guard let previousStates else { return true }
        return currentStates.contains { device, observed in
            observed.segments > 0 && observed.last != previousStates[device]?.last
        }
    }

    private func observe(since previousStates: [String: FolderState]) throws -> [String: FolderState] {
        _ = try Folder.open(path, [], making: false)
        let devices: Folder
        do { devices = try Folder.open(path, ["devices"], making: false) } catch FileError.missing { return [:] }
        var newStates: [String: FolderState] = [:]
        for name in try devices.names() where name.isDeviceName && name != own {
            guard let folder = try? Folder.open(path, ["devices", name], making: false) else { continue }
            let changedAt = folder.changedAt
            var observed =
                previousStates[name] ?? FolderState(changedAt: .earliest, segments: 0, last: 0, remainingReads: 0)
            // Three reads, one a second, cover a time resolution of two seconds.
            if observed.changedAt != changedAt { observed.remainingReads = 3 }
            if observed.remainingReads > 0 {
                let segments = try folder.names().compactMap(SegmentName.init)
                (observed.segments, observed.last) = (segments.count, segments.map(\.last).max() ?? 0)
                observed.remainingReads -= 1
            }
            observed.changedAt = changedAt
            newStates[name] = observed
        }
        return newStates
    }
}
