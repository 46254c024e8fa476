import XCTest

/// Random schedules of two to five devices: edits, deletions and restored records,
/// clock jumps of ten years, faults in every call, kills between any two steps,
/// copied and restored disks, new devices, and deleted tombstones and batches.
final class LawTests: XCTestCase {
    private func value(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap(Int.init) }

    /// At the end all devices agree and no text is lost.
    ///
    /// `COMMONPLACE_SCHEDULES=10000` runs more schedules, `COMMONPLACE_SCHEDULE=7` runs one. Both
    /// together run that many from there.
    func testAllDevicesConvergeAndNothingIsLost() {
        let first = value("COMMONPLACE_SCHEDULE")
        let count = value("COMMONPLACE_SCHEDULES")
        let seeds = (first ?? 0)..<(first ?? 0) + (count ?? (first == nil ? 250 : 1))
        var broken = 0
        for seed in seeds {
            guard let violation = DeviceFixture.run(seed: UInt64(seed)) else { continue }
            XCTFail("schedule \(seed): \(violation)")
            broken += 1
            if broken == 8 { break }
        }
    }

    /// Each defect is detected by some schedule.
    func testEachMutantIsDetected() {
        for mutant in Mutant.allCases {
            let killer = (0..<1_000).lazy.compactMap { seed in
                DeviceFixture.run(seed: UInt64(seed), mutant: mutant).map { (seed, $0) }
            }
            .first
            guard let (seed, violation) = killer else {
                XCTFail("nothing notices: \(mutant.rawValue)")
                continue
            }
            print("| \(mutant.rawValue) | schedule \(seed) | \(violation.prefix(90)) |")
        }
    }
}
