import Diary
import Dispatch
import Kernel
import Pictures
import Synchronization

/// Makes small pictures behind the keys: whoever looks at the wall says what it shows, and takes what is ready whenever it likes.
final class Darkroom: Sendable {
    /// So many are made at once.
    private static let benches = 2

    private struct Orders {
        var wanted: [Entry] = []
        var atWork: Set<PhotoPath> = []
        var ready: [PhotoPath: PixelMap?] = [:]
        var isClosed = false
        /// As large as they are wanted; nil for the few pixels that are kept.
        var longestSide: Int?
    }

    private let diary: PhotoDiary
    private let orders = Mutex(Orders())

    init(_ diary: PhotoDiary) { self.diary = diary }

    /// These are to be made, in this order; what was wanted before and was not begun is not any more.
    ///
    /// - Parameter longestSide: their longer side in pixels; nil for the few pixels that are kept.
    func want(_ entries: [Entry], longestSide: Int? = nil) {
        let free = orders.withLock { orders in
            guard !orders.isClosed else { return 0 }
            orders.longestSide = longestSide
            orders.wanted = entries.filter { !orders.atWork.contains($0.photo.path) }
            return min(Darkroom.benches - orders.atWork.count, orders.wanted.count)
        }
        for _ in 0..<max(0, free) { DispatchQueue.global(qos: .utility).async { [self] in work() } }
    }

    /// What was made since somebody asked last; nil for what cannot be made.
    func take() -> [PhotoPath: PixelMap?] {
        orders.withLock { orders in
            defer { orders.ready = [:] }
            return orders.ready
        }
    }

    /// Nothing more is begun.
    func close() {
        orders.withLock { orders in (orders.isClosed, orders.wanted) = (true, []) }
    }

    private func work() {
        while let (entry, side) = next() {
            let made = (try? side.map { try diary.pixels(of: entry, longestSide: $0) } ?? diary.pixels(of: entry)).flatMap { $0 }
            orders.withLock { orders in
                orders.atWork.remove(entry.photo.path)
                orders.ready[entry.photo.path] = .some(made)
            }
        }
    }

    private func next() -> (entry: Entry, longestSide: Int?)? {
        orders.withLock { orders in
            guard orders.atWork.count < Darkroom.benches, !orders.wanted.isEmpty else { return nil }
            let entry = orders.wanted.removeFirst()
            orders.atWork.insert(entry.photo.path)
            return (entry, orders.longestSide)
        }
    }
}
