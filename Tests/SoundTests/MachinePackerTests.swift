import Foundation
import Kernel
import Programs
import Sound
import SoundAdapters
import TestSupport
import XCTest

/// FLAC by the real `flac`, decoded again for comparison.
final class MachinePackerTests: XCTestCase {
    func testFLACRoundTripIsLossless() throws {
        let programs = ProgramPath(path: "/usr/bin:/bin:/usr/local/bin:/opt/homebrew/bin")
        guard let flac = programs.find("flac") else { throw XCTSkip("flac is not installed") }
        let home = try Home()
        let next = WaveFile.pieces(of: .all[2], minutes: 1, seed: 8)
        var packed: [UInt8] = []
        try SoundPacker.machine(programs, work: home.path("work")).flac(next) { packed += $0 }
        try home.file("sound.flac", packed)
        let call = ProgramCall(
            flac, ["--silent", "--decode", "--stdout", home.path("sound.flac")], outputLimit: 64 << 20)
        let decoded = try call.run().succeeded().output
        let again = WaveFile.pieces(of: .all[2], minutes: 1, seed: 8)
        var wave: [UInt8] = []
        while let piece = again() { wave += piece }
        XCTAssertLessThan(packed.count, wave.count)
        XCTAssertTrue(decoded.suffix(wave.count - 44) == wave.suffix(wave.count - 44), "the decoded frames differ")
        XCTAssertEqual((try? FileManager.default.contentsOfDirectory(atPath: home.path("work"))) ?? [], [])
    }

    func testMissingProgramIsReported() throws {
        XCTAssertThrowsError(
            try SoundPacker.machine(ProgramPath(path: "/nowhere"), work: "/nowhere").flac({ nil }, { _ in })
        ) {
            XCTAssertEqual(($0 as? Failure)?.kind, .missingProgram)
        }
    }
}
