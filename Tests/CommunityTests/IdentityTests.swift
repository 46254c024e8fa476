import Community
import CommunityAdapters
import Foundation
import Kernel
import XCTest

final class IdentityTests: XCTestCase {
    func testTheFileIsForItsOwnerOnly() throws {
        let path = try folder() + "/deep/identity"
        let store = IdentityStore.file { path }
        let identity = try store.obtain()
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        XCTAssertEqual(mode, 0o600)
        XCTAssertEqual(
            try FileManager.default.contentsOfDirectory(atPath: (path as NSString).deletingLastPathComponent), ["identity"])
        XCTAssertEqual(identity.author.rawValue.count, 26)
        XCTAssertFalse(identity.secret.contains(identity.author.rawValue))
    }

    func testAForgedAuthorInTheFileIsRefused() throws {
        let path = try folder() + "/identity"
        let mine = Identity(chance: IdentityStore.chance()), theirs = Identity(chance: IdentityStore.chance())
        for (text, code) in [
            ("author \(theirs.author.rawValue)\nsecret \(mine.secret)\n", "identityForged"),
            ("author \(mine.author.rawValue)\nsecret \(mine.secret)\nrole developer\n", "identityDamaged"),
            ("author \(mine.author.rawValue)\nsecret \(mine.secret.uppercased())g\n", "identityDamaged"), ("", "identityDamaged"),
        ] {
            try write(text, to: path)
            assertFails(.init(code)) { try IdentityStore.file { path }.load() }
            assertFails(.init(code)) { try IdentityStore.file { path }.obtain() }
        }
        try write("author \(mine.author.rawValue)\nsecret \(mine.secret)\n", to: path)
        XCTAssertEqual(try IdentityStore.file { path }.load(), mine)
    }

    func testAFileThatOthersMayReadAndALinkAreRefused() throws {
        let folder = try folder()
        let mine = Identity(chance: IdentityStore.chance())
        try write("author \(mine.author.rawValue)\nsecret \(mine.secret)\n", to: folder + "/open", mode: 0o644)
        assertFails(.identityUnsafe) { try IdentityStore.file { folder + "/open" }.load() }
        try write("author \(mine.author.rawValue)\nsecret \(mine.secret)\n", to: folder + "/real")
        try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: folder + "/real")
        assertFails(.identityUnsafe) { try IdentityStore.file { folder + "/link" }.load() }
        assertFails(.identityUnsafe) { try IdentityStore.file { folder }.load() }
    }

    func testAuthorsDifferAndTheKeyIsNoAuthor() {
        let identities = (0..<500).map { Identity(chance: Array("\($0)".utf8)) }
        XCTAssertEqual(Set(identities.map(\.author)).count, 500)
        XCTAssertTrue(identities.allSatisfy { $0.author.rawValue != $0.developerMark })
    }

    private func write(_ text: String, to path: String, mode: Int = 0o600) throws {
        try? FileManager.default.removeItem(atPath: path)
        XCTAssertTrue(
            FileManager.default.createFile(atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: mode]))
    }
}
