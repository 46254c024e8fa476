import Foundation
import Kernel
import Storage

/// A benchmark of the cost of other partitions: the same records in one partition, and in 100,000.
struct StoreShelves {
    private static let shelves = 100_000

    let directory: String
    let rounds: Int

    func rows() throws -> [Row] {
        let single = "\(directory)/one-shelf"
        let many = "\(directory)/many-shelves"
        try fill(single, inOneShelf: true)
        try fill(many, inOneShelf: false)
        return try openings(single, many) + writes(single, many)
    }

    private func fill(_ place: String, inOneShelf: Bool) throws {
        let store = try FileStore(directory: place, now: now)
        let batch = 10_000
        for start in stride(from: 0, to: StoreShelves.shelves, by: batch) {
            try store.write { transaction in
                for number in start..<start + batch {
                    try transaction.scoped(to: blobStore(inOneShelf ? 0 : number)) { try $0.put(Note(number)) }
                }
            }
        }
        try store.close()
    }

    private func blobStore(_ number: Int) -> Partition { Partition(rawValue: "shelf-\(number)") }

    private func openings(_ single: String, _ many: String) throws -> [Row] {
        var first = Samples()
        var second = Samples()
        for _ in 0..<rounds {
            for (place, isFirst) in [(single, true), (many, false)] {
                let seconds = try timed {
                    let store = try FileStore(directory: place, now: now)
                    _ = try store.scoped(to: blobStore(0)).read { try $0.record(Identifier<Note>("note-0")) }
                }
                if isFirst { first.add(seconds) } else { second.add(seconds) }
            }
        }
        return compared("open + one lookup", first, second)
    }

    private func writes(_ single: String, _ many: String) throws -> [Row] {
        let stores = try [single, many].map { try FileStore(directory: $0, now: now).scoped(to: blobStore(0)) }
        var first = Samples()
        var second = Samples()
        for number in 0..<rounds * 100 {
            first.add(try timed { try stores[0].write { try $0.put(Note(StoreShelves.shelves + number)) } })
            second.add(try timed { try stores[1].write { try $0.put(Note(StoreShelves.shelves + number)) } })
        }
        for store in stores { try store.engine.close() }
        return compared("write", first, second)
    }

    private func compared(_ operation: String, _ single: Samples, _ many: Samples) -> [Row] {
        let times = String(format: "%.2f times what it takes in one", many.median / single.median)
        return [
            Row("\(operation) in one shelf", "Commonplace", single),
            Row(
                "\(operation) among \(StoreShelves.shelves) shelves", "Commonplace", many,
                ratio: single.median / many.median,
                note: times),
        ]
    }
}
