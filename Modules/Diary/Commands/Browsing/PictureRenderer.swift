import Diary
import Dispatch
import Kernel
import Pictures
import Synchronization

/// Renders small pictures in the background.
///
/// The screen requests the pictures that it shows and collects finished ones at any time.
final class PictureRenderer: Sendable {
    /// The maximum number of pictures that are rendered at the same time.
    private static let workerLimit = 2

    /// The requests and results that the screen and the workers share.
    private struct Queue {
        var requested: [Entry] = []
        var inProgress: Set<PhotoPath> = []
        var finished: [PhotoPath: PixelMap?] = [:]
        var isClosed = false
        /// The requested longest side in pixels, or nil for the small stored version.
        var longestSide: Int?
    }

    private let diary: PhotoDiary
    private let queue = Mutex(Queue())

    init(_ diary: PhotoDiary) { self.diary = diary }

    /// Requests pictures in this order and drops earlier requests that have not started.
    ///
    /// - Parameter longestSide: the longest side in pixels, or nil for the small stored version.
    func request(_ entries: [Entry], longestSide: Int? = nil) {
        let workers = queue.withLock { queue in
            guard !queue.isClosed else { return 0 }
            queue.longestSide = longestSide
            queue.requested = entries.filter { !queue.inProgress.contains($0.photo.path) }
            return min(PictureRenderer.workerLimit - queue.inProgress.count, queue.requested.count)
        }
        for _ in 0..<max(0, workers) { DispatchQueue.global(qos: .utility).async { [self] in renderRequested() } }
    }

    /// Returns the pictures finished since the last call. Failed ones are nil.
    func takeFinished() -> [PhotoPath: PixelMap?] {
        queue.withLock { queue in
            defer { queue.finished = [:] }
            return queue.finished
        }
    }

    /// Drops all requests. A picture that is being rendered is still finished.
    func close() { queue.withLock { queue in (queue.isClosed, queue.requested) = (true, []) } }

    private func renderRequested() {
        while let (entry, side) = next() {
            let picture = (try? side.map { try diary.pixels(of: entry, longestSide: $0) } ?? diary.pixels(of: entry))
                .flatMap { $0 }
            queue.withLock { queue in
                queue.inProgress.remove(entry.photo.path)
                queue.finished[entry.photo.path] = .some(picture)
            }
        }
    }

    private func next() -> (entry: Entry, longestSide: Int?)? {
        queue.withLock { queue in
            guard queue.inProgress.count < PictureRenderer.workerLimit, !queue.requested.isEmpty else { return nil }
            let entry = queue.requested.removeFirst()
            queue.inProgress.insert(entry.photo.path)
            return (entry, queue.longestSide)
        }
    }
}
