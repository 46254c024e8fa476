import Kernel
import XCTest

final class StampTests: XCTestCase {
    private func stamps(seed: UInt64) -> [Stamp] {
        var random = RandomSource(seed: seed)
        return (0..<40).map { _ in
            Stamp(
                generation: .random(in: 0...2, using: &random), deleted: .random(using: &random),
                time: HybridTime(
                    milliseconds: .random(in: 0...2, using: &random), counter: .random(in: 0...1, using: &random)),
                device: ["a", "b", ""].randomElement(using: &random) ?? "")
        }
    }

    func testStampOrderIsTotal() {
        let all = stamps(seed: 40)
        for left in all {
            for right in all {
                XCTAssertEqual([left < right, left == right, right < left].filter { $0 }.count, 1)
                for third in all where left < right && right < third { XCTAssertLessThan(left, third) }
            }
        }
    }

    func testMergingIsCommutativeAssociativeAndIdempotent() {
        let all = stamps(seed: 41)
        for left in all {
            XCTAssertEqual(max(left, left), left)
            for right in all {
                XCTAssertEqual(max(left, right), max(right, left))
                for third in all { XCTAssertEqual(max(left, max(right, third)), max(max(left, right), third)) }
            }
        }
    }

    func testDeletionWinsOverEditAndRestorationOverDeletion() {
        let late = HybridTime(milliseconds: 1000, counter: 0)
        let edit = Stamp(generation: 0, deleted: false, time: late, device: "z")
        let deletion = Stamp(generation: 0, deleted: true, time: .zero, device: "a")
        let restored = Stamp(generation: 1, deleted: false, time: .zero, device: "a")
        XCTAssertEqual([restored, edit, deletion].sorted(), [edit, deletion, restored])
    }

    func testStampsRoundTripThroughJSON() throws {
        let all = stamps(seed: 42)
        XCTAssertEqual(try JSONDecoder().decode([Stamp].self, from: JSONEncoder().encode(all)), all)
    }
}
