import Files
import Kernel
import Sync
import Synchronization

/// Looks at a shared folder once a second: at the time of each device's folder, and into it where that has moved.
public final class FolderBell: SyncBell {
    /// What was seen of a device.
    private struct Sight {
        var changedAt: Instant
        var segments: Int
        var last: Int
        /// How often it is still looked into: the times of some disks are no finer than two seconds.
        var looks: Int
    }

    private let path: String
    private let own: String
    private let state = Mutex((seen: [String: Sight]?.none, isCancelled: false))

    /// - Parameters:
    ///   - path: where the folder is.
    ///   - own: the device whose own parcels are no news to it.
    public init(_ path: String, besides own: String) { (self.path, self.own) = (path, own) }

    public func waitForNews(atMost time: Duration) throws -> Bool {
        let end = ContinuousClock.now + time
        while !state.withLock({ $0.isCancelled }) {
            if try hasNews() { return true }
            let next = min(end, ContinuousClock.now + .seconds(1))
            while ContinuousClock.now < next, !state.withLock({ $0.isCancelled }) { usleep(50_000) }
            if ContinuousClock.now >= end { return false }
        }
        return false
    }

    public func cancel() { state.withLock { $0.isCancelled = true } }

    private func hasNews() throws -> Bool {
        let before = state.withLock { $0.seen }
        let now: [String: Sight]
        do { now = try look(behind: before ?? [:]) } catch let trouble as FileTrouble {
            throw FolderTransport.away(path, trouble)
        }
        state.withLock { $0.seen = now }
        guard let before else { return true }
        return now.contains { device, sight in sight.segments > 0 && sight.last != before[device]?.last }
    }

    private func look(behind before: [String: Sight]) throws -> [String: Sight] {
        _ = try Folder.open(path, [], making: false)
        let devices: Folder
        do { devices = try Folder.open(path, ["devices"], making: false) } catch FileTrouble.missing { return [:] }
        var seen: [String: Sight] = [:]
        for name in try devices.names() where name.isDeviceName && name != own {
            guard let folder = try? Folder.open(path, ["devices", name], making: false) else { continue }
            let changedAt = folder.changedAt
            var sight = before[name] ?? Sight(changedAt: .earliest, segments: 0, last: 0, looks: 0)
            if sight.changedAt != changedAt { sight.looks = 3 }
            if sight.looks > 0 {
                let segments = try folder.names().compactMap(SegmentName.init)
                (sight.segments, sight.last) = (segments.count, segments.map(\.last).max() ?? 0)
                sight.looks -= 1
            }
            sight.changedAt = changedAt
            seen[name] = sight
        }
        return seen
    }
}
