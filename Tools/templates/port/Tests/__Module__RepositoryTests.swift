import Kernel
import Storage
import XCTest
import __Module__
import __Module__Contract

final class __Module__RepositoryTests: XCTestCase {
    func testMemoryKeepsTheContract() {
        for broken in __Module__RepositoryContract.over({ Memory__Module__Repository() }).brokenPromises() {
            XCTFail(broken.description)
        }
    }

    func testStoredKeepsTheContract() {
        let contract = __Module__RepositoryContract.over { Stored__Module__Repository(MemoryStore()) }
        for broken in contract.brokenPromises() { XCTFail(broken.description) }
    }

    func testContractCatchesARepositoryThatForgets() {
        XCTAssertFalse(__Module__RepositoryContract.over { Forgetful() }.brokenPromises().isEmpty)
    }

    func testContractCatchesARepositoryThatAllowsTwins() {
        XCTAssertFalse(__Module__RepositoryContract.over { Indifferent() }.brokenPromises().isEmpty)
    }
}

/// Loses what it is given.
private struct Forgetful: __Module__Repository {
    func items() throws -> [__Module__Item] { [] }
    func insert(_ item: __Module__Item) throws {}
    func remove(_ item: __Module__Item) throws { throw Failure(.__module__ItemNotFound, "It is gone.") }
}

/// Lets one title stand twice.
private struct Indifferent: __Module__Repository {
    private let kept = Memory__Module__Repository()

    func items() throws -> [__Module__Item] { try kept.items().map { plain($0) } }
    func insert(_ item: __Module__Item) throws {
        try kept.insert(__Module__Item(id: item.id, title: "\(item.title) \(item.id)", addedAt: item.addedAt))
    }
    func remove(_ item: __Module__Item) throws { try kept.remove(item) }

    private func plain(_ item: __Module__Item) -> __Module__Item {
        __Module__Item(id: item.id, title: String(item.title.dropLast(item.id.rawValue.count + 1)), addedAt: item.addedAt)
    }
}
