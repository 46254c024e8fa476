import Community
import CommunityTesting
import Composition
import Interface
import Kernel
import TestSupport
import XCTest

/// Tests of the stored community identity and developer key with all ways to start an app.
final class IdentityTests: XCTestCase {
    private var homes: [Home] = []

    func testIdentityStoresFollowContractWithAllOptions() throws {
        for words in [[], ["--store", "memory"], ["--dry-run"]] {
            let stores: [() throws -> IdentityStore] = [
                { try self.environment("dojang", in: self.home(), words).communityIdentity() },
                { try self.environment("hub", in: self.home(), words).developerKey() },
            ]
            for broken in stores.flatMap({ IdentityStoreContract.over($0).brokenPromises() }) {
                XCTFail("\(words): \(broken)")
            }
        }
    }

    func testAppsShareIdentityUnlessDataIsElsewhere() throws {
        let home = try home()
        let shared = try environment("grain", in: home).communityIdentity().obtain()
        XCTAssertEqual(try environment("coin", in: home).communityIdentity().load(), shared)
        XCTAssertNil(try environment("coin", in: home, ["--data", home.path("own")]).communityIdentity().load())
        XCTAssertNil(try environment("hub", in: home).developerKey().load())
    }

    func testDryRunReadsIdentityWithoutChangingIt() throws {
        let home = try home()
        let stored = try environment("grain", in: home).communityIdentity().obtain()
        let dryRunCopy = try environment("grain", in: home, ["--dry-run"]).communityIdentity()
        XCTAssertEqual(try dryRunCopy.obtain(), stored)
        try dryRunCopy.forget()
        XCTAssertEqual(try environment("grain", in: home).communityIdentity().load(), stored)
    }

    func testMissingHomeFailsOnlyOnAccess() throws {
        let nowhere = Environment(app: "coin", options: GlobalOptions(), variables: [:])
        let identity = nowhere.communityIdentity()
        XCTAssertThrowsError(try identity.load()) { XCTAssertEqual(($0 as? Failure)?.code.text, "noHome") }
        XCTAssertThrowsError(try nowhere.communityAccess().open(.userInitiated)) {
            XCTAssertEqual(($0 as? Failure)?.code.text, "noHome")
        }
    }

    override func tearDown() { homes = [] }

    private func home() throws -> Home {
        homes.append(try Home())
        return homes[homes.count - 1]
    }

    private func environment(_ app: String, in home: Home, _ words: [String] = []) throws -> Environment {
        Environment(app: app, options: try GlobalOptions.split(words).options, variables: ["HOME": home.path])
    }
}
