import DiskKit
import FileStore
import Foundation
import Kernel
import TestSupport
import XCTest

final class PowerCutTests: XCTestCase {
    /// Cuts the power after every call of a run with compactions, index files and closing.
    ///
    /// Each image must open without damage, with all acknowledged writes and only attempted ones,
    /// and accept a write.
    func testPowerCutAfterEveryCallKeepsAcknowledgedWrites() throws {
        let images = ProcessInfo.processInfo.environment["COMMONPLACE_WRECKS"].flatMap { Int($0) } ?? 2
        let directory = try TemporaryDirectory(isQuick: true)
        let disk = PowerCutDisk()
        var attempted: [String: [String?]] = [:]
        var store: FileStore?
        for number in 0..<40 {
            if store == nil { store = try open(directory, disk) }
            let id = "w\(number % 4)"
            let text = number % 7 == 6 ? nil : "t\(number)"
            attempted[id, default: [nil]].append(text)
            try store?.write { if let text { try $0.put(Word(id, text)) } else { try $0.delete(Identifier<Word>(id)) } }
            disk.acknowledge("\(id) \(attempted[id]?.count ?? 0)")
            if number % 13 == 12 {
                try store?.close()
                store = nil
            }
        }
        try store?.close()
        var random = RandomSource(seed: 77)
        let events = disk.events
        var tried = 0
        for end in 1...events.count {
            for _ in 0..<images {
                let image = PowerCutImage(after: events[..<end], &random)
                for broken in try broken(image, directory, attempted) {
                    XCTFail("after \(end) calls, the last one \(events[end - 1]): \(broken)")
                }
                tried += 1
            }
        }
        XCTAssertGreaterThan(tried, 300)
        // Without syncs some image must fail, or this test could not fail.
        let isFoundOut = try (1...20).contains { _ in
            try !broken(PowerCutImage(after: events[...], &random, forgets: true), directory, attempted).isEmpty
        }
        XCTAssertTrue(isFoundOut)
    }

    /// Returns the violations for one image.
    private func broken(_ image: PowerCutImage, _ original: TemporaryDirectory, _ attempted: [String: [String?]]) throws
        -> [String]
    {
        let place = try TemporaryDirectory(isQuick: true)
        try image.write(to: "\(place.path)/store", replacing: "\(original.path)/store")
        do {
            let recovered = try open(place, SystemCalls())
            var broken = try recovered.damage()
            var least: [String: Int] = [:]
            for word in image.acknowledged {
                let parts = word.split(separator: " ")
                least[String(parts[0])] = (Int(parts[1]) ?? 0) - 1
            }
            for (id, values) in attempted {
                let text = try recovered.read { try $0.record(Identifier<Word>(id))?.text }
                if !values[(least[id] ?? 0)...].contains(text) {
                    broken.append("\(id) is \(text ?? "gone"), \(least[id] ?? 0) were acknowledged")
                }
            }
            try recovered.write { try $0.put(Word("last", "t")) }
            if try recovered.read({ try $0.record(Identifier<Word>("last"))?.text }) != "t" {
                broken.append("it does not go on")
            }
            try recovered.close()
            return broken
        } catch let failure as Failure {
            return [failure.description]
        }
    }

    private func open(_ directory: TemporaryDirectory, _ disk: any FileSystem) throws -> FileStore {
        try FileStore(
            directory: "\(directory.path)/store", random: RandomSource(seed: 1), compactionPolicy: .small, system: disk
        ) {
            Instant(milliseconds: 1_763_661_909_120)
        }
    }
}
