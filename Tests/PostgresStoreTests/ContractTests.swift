import Kernel
import Postgres
import PostgresStore
import StorageTesting
import TestSupport
import XCTest

/// The store contract on a server.
final class ContractTests: XCTestCase {
    func testEngineKeepsTheStoreContract() throws {
        let server = try StoreServer.running()
        let contract = StoreContract(Attending.maker(at: server.url))
        for broken in contract.brokenPromises() { XCTFail(broken.description) }
        XCTAssertEqual(contract.untested, [])
        XCTAssertEqual(
            try PromiseTable.faults(in: "PostgreSQL", asked: StoreContract.promises, of: StoreContract.promises), [])
    }

    /// A pooler keeps no session state between transactions.
    func testEngineKeepsTheContractThroughAPooler() throws {
        _ = try StoreServer.running()
        let server: PrivateServer
        do { server = try PrivateServer("--pooled") } catch let failure as Failure
            where "\(failure)".contains("no PgBouncer")
        {
            throw XCTSkip("no PgBouncer here: apt-get install pgbouncer")
        }
        let contract = StoreContract(Attending.maker(at: try server.url("--pooled")))
        for broken in contract.brokenPromises() { XCTFail(broken.description) }
        let tested = StoreContract.promises.filter { !contract.untested.contains($0) }
        XCTAssertEqual(try PromiseTable.faults(in: "PgBouncer", asked: tested, of: StoreContract.promises), [])
    }
}

/// The child process of the store contract. It runs this test again with a task in its environment.
enum Attending {
    static func maker(at url: String) -> StoreMaker {
        .processes(
            command: { place, task in
                TestRunner.words(
                    "PostgresStoreTests.AttendingTests/testAttends",
                    ["COMMONPLACE_TASK": task, "COMMONPLACE_PLACE": Attending.url(url, place)])
            }, { try StoreServer.store(at: Attending.url(url, $0)) }
        ).aging { place, now, peers in
            try PostgresStoreEngine(PostgresAddress(Attending.url(url, place)), peers: peers, now: now)
        }
    }

    private static func url(_ url: String, _ place: String) -> String {
        "\(url)&schema=\(place.replacing("-", with: "_"))"
    }
}

final class AttendingTests: XCTestCase {
    func testAttends() throws {
        let environment = ProcessInfo.processInfo.environment
        guard let task = environment["COMMONPLACE_TASK"], let place = environment["COMMONPLACE_PLACE"] else {
            return XCTAssertThrowsError(
                try StoreContract.perform("dance", on: StoreServer.store(at: StoreServer.url("dancing"))))
        }
        try StoreContract.perform(task, on: StoreServer.store(at: place))
    }
}
