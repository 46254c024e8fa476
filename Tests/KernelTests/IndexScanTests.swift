import Kernel
import XCTest

final class IndexScanTests: XCTestCase {
    private func isEmpty(_ lower: String?, _ upper: String?, limit: Int? = nil) -> Bool {
        IndexScan(
            partition: .common, collection: "words", lower: lower.map { IndexKey($0) },
            upper: upper.map { IndexKey($0) },
            limit: limit
        ).isEmpty
    }

    func testScanIsEmptyByBoundsOrLimit() {
        XCTAssertFalse(isEmpty(nil, nil))
        XCTAssertFalse(isEmpty("a", "b", limit: 1))
        XCTAssertFalse(isEmpty("b", nil))
        XCTAssertTrue(isEmpty("a", "a"))
        XCTAssertTrue(isEmpty("b", "a"))
        XCTAssertTrue(isEmpty(nil, nil, limit: 0))
        XCTAssertTrue(isEmpty(nil, nil, limit: -1))
    }

    func testPurgedFilesAreMerged() {
        let first = PurgedFiles(files: ["a"], drafts: ["d"])
        XCTAssertEqual(first.union(nil), first)
        XCTAssertEqual(
            first.union(PurgedFiles(files: ["a", "b"])), PurgedFiles(files: ["a", "b"], drafts: ["d"]))
    }
}
