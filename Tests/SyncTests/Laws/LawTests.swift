import XCTest

/// Random schedules of two to five devices: edits, deletions, restored records, clocks that leap by ten years, faults of every call, kills between any
/// two steps, copied and restored disks, newcomers, tombstones and segments that are let go.
final class LawTests: XCTestCase {
    private func value(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap(Int.init) }

    /// At the end everybody has the same, and no text is nowhere. `COMMONPLACE_SCHEDULES=10000` asks for more, `COMMONPLACE_SCHEDULE=7` for one, and
    /// `COMMONPLACE_SCHEDULE=10000` with `COMMONPLACE_SCHEDULES=500` for so many from there.
    func testEverybodyHasTheSameInTheEndAndNothingIsLost() {
        let (first, count) = (value("COMMONPLACE_SCHEDULE"), value("COMMONPLACE_SCHEDULES"))
        let seeds = (first ?? 0)..<(first ?? 0) + (count ?? (first == nil ? 250 : 1))
        var broken = 0
        for seed in seeds {
            guard let what = World.run(seed: UInt64(seed)) else { continue }
            XCTFail("schedule \(seed): \(what)")
            broken += 1
            if broken == 8 { break }
        }
    }

    /// Each mutant is killed by some schedule.
    func testEachMutantIsKilled() {
        for mutant in Mutant.allCases {
            let killer = (0..<1_000).lazy.compactMap { seed in World.run(seed: UInt64(seed), mutant: mutant).map { (seed, $0) } }
                .first
            guard let (seed, what) = killer else {
                XCTFail("nothing notices: \(mutant.rawValue)")
                continue
            }
            print("| \(mutant.rawValue) | schedule \(seed) | \(what.prefix(90)) |")
        }
    }
}
