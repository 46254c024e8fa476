import Foundation
import Sound
import XCTest

/// The meter against published values: ITU-R BS.1770-4, and the minimum requirements of EBU Tech
/// 3341.
final class LoudnessTests: XCTestCase {
    /// Stereo sines of 1 kHz in sequence, each with its level below full scale and its length.
    private func sine(_ parts: [(decibels: Double, seconds: Double)], hertz: Double = 1000) -> [Float] {
        var samples: [Float] = []
        for part in parts {
            let peak = pow(10, part.decibels / 20)
            for _ in 0..<Int(part.seconds * 48_000) {
                samples.append(Float(peak * sin(2 * .pi * hertz * Double(samples.count) / 48_000)))
            }
        }
        return samples
    }

    func testReferenceToneOfBS1770() {
        // “If a 0 dB FS, 997 Hz sine wave is applied to the left, centre or right channel input,
        // the indicated loudness will equal -3.01 LKFS.”
        let one = sine([(0, 10)], hertz: 997)
        let silence = [Float](repeating: 0, count: one.count)
        XCTAssertEqual(Loudness(left: one, right: silence).lufs, -3.01, accuracy: 0.01)
        XCTAssertEqual(Loudness(left: silence, right: one).lufs, -3.01, accuracy: 0.01)
    }

    func testSignalsOfEBUTech3341() {
        for (number, parts, expected) in [
            (1, [(-23.0, 20.0)], -23.0), (2, [(-33, 20)], -33), (3, [(-36, 10), (-23, 60), (-36, 10)], -23),
            (4, [(-72, 10), (-36, 10), (-23, 60), (-36, 10), (-72, 10)], -23),
            (5, [(-26, 20), (-20, 20.1), (-26, 20)], -23),
        ] {
            let samples = sine(parts.map { (decibels: $0.0, seconds: $0.1) })
            XCTAssertEqual(Loudness(left: samples, right: samples).lufs, expected, accuracy: 0.1, "signal \(number)")
        }
    }

    func testSilenceIsMinus70() {
        let silence = [Float](repeating: 0, count: 96_000)
        XCTAssertEqual(Loudness(left: silence, right: silence).lufs, -70)
        XCTAssertEqual(Loudness(left: [], right: []).lufs, -70)
    }
}
