import Kernel
import KernelTesting
import XCTest

final class ContractTests: XCTestCase {
    func testBrokenPromisesAreReportedAndKeptOnesOmitted() {
        let promises: [Contract<Int>.Promise] = [
            .init("is even") { try expect($0 % 2 == 0, "\($0)") }, .init("is seven") { try expectEqual($0, 7) },
            .init("fails as `bad`") { _ in try expectFailure(.init("bad")) { throw Failure(.init("worse"), "No.") } },
            .init("fails at all") { _ in try expectFailure(.init("bad")) { 3 } },
            .init("fails rightly") { _ in try expectFailure(.init("bad")) { throw Failure(.init("bad"), "No.") } },
        ]
        let broken = Contract("Numbers", promises: promises) { 7 }.brokenPromises()
        XCTAssertEqual(broken.map(\.promise), ["is even", "fails as `bad`", "fails at all"])
        XCTAssertEqual(broken.first?.description, "Numbers: is even — 7")
    }

    func testEachPromiseGetsANewSubjectThatMayFail() {
        var subjectCount = 0
        let promises = (0..<3).map { index in Contract<Int>.Promise("\(index)") { try expectEqual($0, index + 1) } }
        let contract = Contract("Fresh", promises: promises) {
            subjectCount += 1
            return subjectCount
        }
        XCTAssertEqual(contract.brokenPromises().count, 0)
        XCTAssertEqual(
            Contract("None", promises: promises) { throw Failure(.init("x"), "No.") }.brokenPromises().count, 3)
    }

    func testContractWithoutPromisesIsBroken() {
        XCTAssertEqual(Contract<Int>("Empty", promises: []) { 1 }.brokenPromises().count, 1)
    }
}
