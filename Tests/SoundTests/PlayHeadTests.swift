import Foundation
import Sound
import XCTest

/// The playback of a clip: fades, volume, loops and length.
final class PlayHeadTests: XCTestCase {
    private let clip = Soundscape.all[9].loop(seconds: 10, seed: 3)

    private func frames(_ head: PlayHead, atMost: Int = 2_000_000) -> [Int16] {
        var head = head
        var samples = [Int16]()
        while samples.count < 2 * atMost, let bytes = head.next(4801) {
            for place in stride(from: 0, to: bytes.count, by: 2) {
                samples.append(Int16(bitPattern: UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8))
            }
        }
        return samples
    }

    private func power(_ samples: ArraySlice<Int16>) -> Double {
        samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)
    }

    func testPlayHeadFadesInAndOut() {
        let samples = frames(PlayHead(clip, volume: 100, seconds: 5, fadeIn: 1, fadeOut: 1))
        XCTAssertEqual(samples.count, 2 * 5 * 48_000)
        XCTAssertEqual(samples[0], 0)
        XCTAssertEqual(samples[samples.count - 1], 0)
        let second = 96_000
        let parts = [samples[0..<second / 5], samples[second..<second * 4], samples[(samples.count - second / 5)...]]
            .map(power)
        XCTAssertLessThan(parts[0] * 50, parts[1])
        XCTAssertLessThan(parts[2] * 50, parts[1])
    }

    func testEndFadesOut() {
        var head = PlayHead(clip, volume: 100, fadeIn: 0)
        _ = head.next(48_000)
        head.end()
        let samples = frames(head)
        XCTAssertEqual(samples.count, Int(2 * PlayHead.fadeOutSeconds * 48_000))
        XCTAssertEqual(samples[samples.count - 1], 0)
        XCTAssertLessThanOrEqual(2 * samples.count, 65_536, "the rest fits in a pipe buffer")
        var finished = head
        while finished.next(4800) != nil {}
        XCTAssertNil(finished.next(1))
    }

    func testVolumeIsQuadratic() {
        let full = frames(PlayHead(clip, volume: 100, seconds: 2, fadeIn: 0))
        let half = frames(PlayHead(clip, volume: 50, seconds: 2, fadeIn: 0))
        let silent = frames(PlayHead(clip, volume: 0, seconds: 2, fadeIn: 0))
        XCTAssertEqual(power(full[0..<96_000]) / power(half[0..<96_000]), 16, accuracy: 0.1)
        XCTAssertEqual(Set(silent), [0])
    }

    /// The clip loops, and a later play head continues at its position.
    func testClipLoops() {
        var head = PlayHead(clip, volume: 100, fadeIn: 0)
        let first = head.next(clip.count)
        XCTAssertEqual(head.position, 0)
        XCTAssertEqual(head.next(clip.count), first)
        var later = PlayHead(clip, from: 1000, volume: 100, fadeIn: 0)
        XCTAssertEqual(later.next(10), Array((first ?? []).dropFirst(4000).prefix(40)))
        XCTAssertEqual(later.position, 1010)
    }

    func testWaveFileHasWholeLoops() throws {
        for minutes in [1, 2] {
            let next = WaveFile.pieces(of: .all[9], minutes: minutes, seed: 1)
            var bytes: [UInt8] = []
            while let piece = next() { bytes += piece }
            XCTAssertEqual(bytes.count, 44 + minutes * 60 * WaveFile.bytesPerSecond)
            XCTAssertEqual(Array(bytes[0..<4]), Array("RIFF".utf8))
            func number(_ place: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) } }
            XCTAssertEqual(number(4), bytes.count - 8)
            XCTAssertEqual(number(24), 48_000)
            XCTAssertEqual(number(40), bytes.count - 44)
        }
    }
}
