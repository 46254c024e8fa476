import XCTest

/// Random schedules of two to four devices with files: faults, damage, kills between any two steps, records deleted, forgotten and brought back.
final class FileLawTests: XCTestCase {
    private func value(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap(Int.init) }

    /// At the end every device has every file that its records name, and the place holds nothing else. `COMMONPLACE_SCHEDULES=10000` asks for more,
    /// `COMMONPLACE_SCHEDULE=7` for one.
    func testEveryDeviceHasEveryFileInTheEndAndThePlaceNothingElse() {
        let seeds: Range<Int> = value("COMMONPLACE_SCHEDULE").map { $0..<$0 + 1 } ?? 0..<(value("COMMONPLACE_SCHEDULES") ?? 25)
        var broken = 0
        for seed in seeds {
            guard let what = FileWorld.run(seed: UInt64(seed)) else { continue }
            XCTFail("schedule \(seed): \(what)")
            broken += 1
            if broken == 8 { break }
        }
    }
}
