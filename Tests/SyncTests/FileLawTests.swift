import XCTest

/// Random schedules of two to four devices with files: faults, damage, kills between any two steps,
/// and records deleted, forgotten and restored.
final class FileLawTests: XCTestCase {
    private func value(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap(Int.init) }

    /// At the end each device has every file that its records refer to, and the place has no
    /// others. `COMMONPLACE_SCHEDULES=10000` runs more schedules, `COMMONPLACE_SCHEDULE=7` runs
    /// one.
    func testAllDevicesConvergeToTheSameFiles() {
        let seeds: Range<Int> =
            value("COMMONPLACE_SCHEDULE").map { $0..<$0 + 1 } ?? 0..<(value("COMMONPLACE_SCHEDULES") ?? 25)
        var broken = 0
        for seed in seeds {
            guard let violation = FileSyncFixture.run(seed: UInt64(seed)) else { continue }
            XCTFail("schedule \(seed): \(violation)")
            broken += 1
            if broken == 8 { break }
        }
    }
}
