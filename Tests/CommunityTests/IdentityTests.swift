import Community
import CommunityAdapters
import Foundation
import Kernel
import TestBench
import XCTest

final class IdentityTests: XCTestCase {
    func testTheFileIsForItsOwnerOnly() throws {
        let home = try Home()
        let path = home.path("deep/identity")
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
        let home = try Home()
        let path = home.path("identity")
        let mine = Identity(chance: IdentityStore.chance()), theirs = Identity(chance: IdentityStore.chance())
        for (text, code) in [
            ("author \(theirs.author.rawValue)\nsecret \(mine.secret)\n", "identityForged"),
            ("author \(mine.author.rawValue)\nsecret \(mine.secret)\nrole developer\n", "identityDamaged"),
            ("author \(mine.author.rawValue)\nsecret \(mine.secret.uppercased())g\n", "identityDamaged"), ("", "identityDamaged"),
        ] {
            try home.file("identity", text)
            assertFails(.init(code)) { try IdentityStore.file { path }.load() }
            assertFails(.init(code)) { try IdentityStore.file { path }.obtain() }
        }
        try home.file("identity", text(mine))
        XCTAssertEqual(try IdentityStore.file { path }.load(), mine)
    }

    func testAFileThatOthersMayReadAndALinkAreRefused() throws {
        let home = try Home()
        let mine = Identity(chance: IdentityStore.chance())
        try home.file("open", text(mine), mode: 0o644)
        assertFails(.identityUnsafe) { try IdentityStore.file { home.path("open") }.load() }
        try home.file("real", text(mine))
        try FileManager.default.createSymbolicLink(atPath: home.path("link"), withDestinationPath: home.path("real"))
        assertFails(.identityUnsafe) { try IdentityStore.file { home.path("link") }.load() }
        assertFails(.identityUnsafe) { try IdentityStore.file { home.path }.load() }
    }

    func testAuthorsDifferAndTheKeyIsNoAuthor() {
        let identities = (0..<500).map { Identity(chance: Array("\($0)".utf8)) }
        XCTAssertEqual(Set(identities.map(\.author)).count, 500)
        XCTAssertTrue(identities.allSatisfy { $0.author.rawValue != $0.developerMark })
    }

    private func text(_ identity: Identity) -> String {
        "author \(identity.author.rawValue)\nsecret \(identity.secret)\n"
    }
}
