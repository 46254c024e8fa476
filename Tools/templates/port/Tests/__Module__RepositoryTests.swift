import Kernel
import Storage
import XCTest
import __Module__
import __Module__Testing

final class __Module__RepositoryTests: XCTestCase {
    func testMemoryRepositoryFulfillsContract() {
        for broken in __Module__RepositoryContract.over({ Memory__Module__Repository() }).brokenPromises() {
            XCTFail(broken.description)
        }
    }

    func testStoredRepositoryFulfillsContract() {
        let contract = __Module__RepositoryContract.over { Stored__Module__Repository(MemoryStore()) }
        for broken in contract.brokenPromises() { XCTFail(broken.description) }
    }

    func testContractDetectsLostItems() {
        XCTAssertFalse(__Module__RepositoryContract.over { Losing() }.brokenPromises().isEmpty)
    }

    func testContractDetectsDuplicateTitles() {
        XCTAssertFalse(__Module__RepositoryContract.over { Duplicating() }.brokenPromises().isEmpty)
    }
}

/// A faulty repository that loses inserted items.
private struct Losing: __Module__Repository {
    func items() throws -> [__Module__Item] { [] }
    func insert(_ item: __Module__Item) throws {}
    func remove(_ item: __Module__Item) throws { throw Failure(.__module__ItemNotFound, "The item does not exist.") }
}

/// A faulty repository that accepts duplicate titles.
private struct Duplicating: __Module__Repository {
    private let base = Memory__Module__Repository()

    func items() throws -> [__Module__Item] { try base.items().map { plain($0) } }
    func insert(_ item: __Module__Item) throws {
        try base.insert(__Module__Item(id: item.id, title: "\(item.title) \(item.id)", addedAt: item.addedAt))
    }
    func remove(_ item: __Module__Item) throws { try base.remove(item) }

    private func plain(_ item: __Module__Item) -> __Module__Item {
        __Module__Item(id: item.id, title: String(item.title.dropLast(item.id.rawValue.count + 1)), addedAt: item.addedAt)
    }
}
