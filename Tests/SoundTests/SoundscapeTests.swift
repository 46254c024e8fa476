import Kernel
import Sound
import TestSupport
import XCTest

/// Every sound has its character, the common loudness and no seam, for every seed.
final class SoundscapeTests: XCTestCase {
    private static let seeds: [UInt64] = [1, 20, 300]
    private static let loops: [String: [Heard]] = Dictionary(
        uniqueKeysWithValues: Soundscape.all.map { sound in
            (sound.id, seeds.map { Heard(sound.loop(seconds: 10, seed: $0)) })
        })

    private func each(_ body: (_ id: String, _ heard: Heard) throws -> Void) rethrows {
        for sound in Soundscape.all { for clip in SoundscapeTests.loops[sound.id] ?? [] { try body(sound.id, clip) } }
    }

    /// The spectrum that characterizes each sound. An octave is named by its middle frequency in
    /// hertz.
    func testEachSoundHasItsSpectrum() {
        let laws: [String: [(String, (Spectrum) -> Bool)]] = [
            "light-rain-ambient": [
                ("hisses above 1.4 kHz", { $0.share(from: 2000, to: 8000) > 0.75 }),
                ("has no rumble", { $0.share(from: 31.25, to: 125) < 0.06 }),
            ],
            "fireplace": [
                ("rests on its draught", { $0.share(from: 31.25, to: 250) > 0.45 }),
                ("crackles", { $0.share(from: 1000, to: 8000) > 0.08 }),
            ],
            "soft-ambience": [
                ("is a chord between 90 and 700 Hz", { $0.share(from: 125, to: 500) > 0.98 }),
                ("has nothing sharp", { $0.share(from: 2000, to: 16_000) < 0.001 }),
            ],
            "ocean-waves": [
                ("is deep", { $0.share(from: 31.25, to: 250) > 0.7 }),
                ("foams", { $0.share(from: 2000, to: 16_000) > 0.005 }),
            ],
            "forest-birds": [
                ("sings between 1.4 and 5.7 kHz", { $0.share(from: 2000, to: 4000) > 0.4 }),
                ("has nothing between wind and song", { $0.decibels(4000, over: 1000) > 6 }),
            ],
            "mountain-stream": [
                ("gurgles in the middle", { $0.share(from: 500, to: 4000) > 0.6 }),
                ("sprays", { $0.share(from: 8000, to: 16_000) > 0.06 }),
            ],
            "distant-thunder": [
                ("rumbles below 180 Hz", { $0.share(from: 31.25, to: 125) > 0.55 }),
                ("has no crack", { $0.share(from: 8000, to: 16_000) < 0.01 }),
            ],
            "night-crickets": [
                ("chirps at 4 kHz", { $0.share(from: 4000, to: 4000) > 0.3 }),
                ("chirps and does not hiss", { $0.decibels(4000, over: 8000) > 12 }),
            ],
            "café-murmur": [
                ("speaks between 180 and 1400 Hz", { $0.share(from: 250, to: 1000) > 0.75 }),
                ("is too far away to be understood", { $0.share(from: 4000, to: 16_000) < 0.02 }),
            ],
            "brown-noise": [
                (
                    "falls by 3 dB from octave to octave, which is 6 dB of density",
                    { spectrum in
                        zip(Spectrum.octaves.dropFirst(2), Spectrum.octaves.dropFirst(3).dropLast(2)).allSatisfy {
                            abs(spectrum.decibels($0, over: $1) - 3) < 1.2
                        }
                    }
                )
            ],
            "singing-bowls": [
                ("rings below 1.4 kHz", { $0.share(from: 125, to: 1000) > 0.98 }),
                ("has its upper partials", { $0.share(from: 500, to: 1000) > 0.01 }),
            ],
        ]
        XCTAssertEqual(Set(laws.keys), Set(Soundscape.all.map(\.id)))
        each { id, recording in
            let spectrum = Spectrum(recording)
            print(id.padding(toLength: 20, withPad: " ", startingAt: 0), spectrum.line)
            for (law, holds) in laws[id] ?? [] { XCTAssertTrue(holds(spectrum), "\(id): \(law): \(spectrum.line)") }
        }
    }

    /// The range of loudness over time of each sound.
    func testLoudnessRangeOfEachSound() {
        let decibels: [String: ClosedRange<Double>] = [
            "light-rain-ambient": 0.3...4, "fireplace": 2...10, "soft-ambience": 1...10, "ocean-waves": 6...24,
            "forest-birds": 4...16,
            "mountain-stream": 1...8, "distant-thunder": 6...28, "night-crickets": 2...12, "café-murmur": 2...14,
            "brown-noise": 1...7,
            "singing-bowls": 8...40,
        ]
        each { id, recording in
            let range = Course(recording).range
            XCTAssertTrue(decibels[id]?.contains(range) ?? false, "\(id): \(range) dB")
        }
    }

    func testEachSoundHasMinus23LUFSAndNoClipping() {
        each { id, recording in
            XCTAssertEqual(recording.loudness, -23, accuracy: 0.05, id)
            // Measured from the first frame. The loop itself is measured across its seam, so the
            // values differ slightly.
            XCTAssertEqual(Loudness(left: recording.left, right: recording.right).lufs, -23, accuracy: 0.7, id)
            let peak = max(
                recording.left.max() ?? 0, recording.right.max() ?? 0, -(recording.left.min() ?? 0),
                -(recording.right.min() ?? 0))
            XCTAssertTrue(peak < 0.98 && peak > 0.1, "\(id): \(peak)")
        }
    }

    /// At the seam a loop moves less than its median step, and much less than a click.
    func testLoopHasNoAudibleSeam() {
        each { id, recording in
            var steps: [Float] = []
            steps.reserveCapacity(recording.count)
            // Every eighth step gives the same median and sorts faster.
            for index in stride(from: 1, to: recording.count, by: 8) { steps.append(recording.step(index)) }
            steps.sort()
            XCTAssertLessThan(recording.step(0), steps[steps.count / 2], id)
            // The slope is continuous too: the steps next to the seam are as small as others.
            XCTAssertLessThan(
                recording.step(1) + recording.step(recording.count - 1), 2 * steps[steps.count * 999 / 1000] + 1e-6, id)
        }
    }

    /// The sound continues over the seam instead of fading: a tenth of a second on both sides is as
    /// loud as the rest.
    func testSeamIsAsLoudAsTheRest() {
        for id in ["light-rain-ambient", "brown-noise", "mountain-stream", "soft-ambience"] {
            for recording in SoundscapeTests.loops[id] ?? [] {
                let tenths = Course(recording).tenths
                let low = tenths.min() ?? 0
                let high = tenths.max() ?? 0
                for tenth in [tenths[0], tenths[tenths.count - 1]] {
                    XCTAssertTrue(tenth >= low && tenth <= high && high - low < 13, "\(id)")
                }
            }
        }
    }

    func testChannelsDifferAndAreEquallyLoud() {
        each { id, recording in
            var left = 0.0
            var right = 0.0
            var both = 0.0
            for index in stride(from: 0, to: recording.count, by: 3) {
                let one = Double(recording.left[index])
                let other = Double(recording.right[index])
                left = left + one * one
                right = right + other * other
                both = both + one * other
            }
            XCTAssertLessThan(abs(10 * log10(left / right)), 6, id)
            XCTAssertLessThan(both / (left * right).squareRoot(), 0.97, id)
        }
    }

    func testSeedDeterminesTheSound() {
        for sound in Soundscape.all {
            let one = sound.loop(seconds: 10, seed: 4).channels
            let again = sound.loop(seconds: 10, seed: 4).channels
            let other = sound.loop(seconds: 10, seed: 5).channels
            XCTAssertTrue(one.left == again.left && one.right == again.right, sound.id)
            let differ = stride(from: 0, to: one.left.count, by: 100).count { one.left[$0] != other.left[$0] }
            XCTAssertGreaterThan(differ, one.left.count / 200, sound.id)
        }
    }

    /// The bytes are the same on every machine with IEEE 754. After an intended change, delete
    /// `Tests/Golden/sounds.txt` and run the test again.
    func testBytesMatchTheGoldenChecksums() throws {
        let lines = Soundscape.all.map { sound in
            var head = PlayHead(sound.loop(seconds: 10, seed: 42), volume: 100, fadeIn: 0)
            let sum = SHA256.digest(head.next(48_000) ?? []).prefix(8).map { String($0, radix: 16) }
            return "\(sound.id) \(sum.joined(separator: " "))"
        }
        try XCTAssertNil(Golden.fault("sounds.txt", lines.joined(separator: "\n") + "\n"))
    }

    /// Parts of a long loop are made on several threads and join without a seam.
    func testPartsJoinWithoutASeam() {
        for sound in Soundscape.all {
            let recording = Heard(sound.loop(seconds: 120, seed: 9))
            // The border between the halves is within a second of the middle. The other range has
            // none.
            let steps = [24_000..<47 * 48_000, 59 * 48_000..<61 * 48_000].map { range in
                range.reduce(Float(0)) { max($0, recording.step($1)) }
            }
            XCTAssertLessThan(steps[1], 1.7 * steps[0], sound.id)
            XCTAssertEqual(recording.loudness, -23, accuracy: 0.05, sound.id)
        }
    }

    func testBellDecays() {
        for bell in Bell.allCases {
            let clip = bell.clip
            XCTAssertFalse(clip.isEndless)
            XCTAssertEqual(clip.loudness, -23, accuracy: 0.05)
            let recording = Heard(clip)
            let tenths = Course(recording).tenths
            XCTAssertGreaterThan(tenths[0], tenths[tenths.count - 1] + 30, "\(bell)")
            // The last frame is silent, so the end does not click.
            XCTAssertLessThan(recording.left[recording.count - 1].magnitude, 0.001)
            // The partials are not whole multiples of the lowest. They include a minor third.
            let prime = bell == .rest ? 392.0 : 523.25
            XCTAssertGreaterThan(tone(prime * 1.2, in: recording), 8 * tone(prime * 1.1, in: recording), "\(bell)")
        }
        XCTAssertNotEqual(Course(Heard(Bell.rest.clip)).tenths, Course(Heard(Bell.work.clip)).tenths)
    }

    /// The power of one frequency in the first half second (G. Goertzel, 1958, written out).
    private func tone(_ hertz: Double, in recording: Heard) -> Double {
        var x = 0.0
        var y = 0.0
        for index in 0..<24_000 {
            let angle = 2 * Double.pi * hertz * Double(index) / 48_000
            let window = 0.5 - 0.5 * cos(2 * .pi * Double(index) / 24_000)
            x += Double(recording.left[index]) * cos(angle) * window
            y += Double(recording.left[index]) * sin(angle) * window
        }
        return (x * x + y * y).squareRoot()
    }
}
