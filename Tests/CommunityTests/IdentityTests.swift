import Community
import CommunityAdapters
import Foundation
import Kernel
import TestSupport
import XCTest

final class IdentityTests: XCTestCase {
    func testIdentityFileIsReadableOnlyByItsOwner() throws {
        let home = try Home()
        let path = home.path("deep/er/identity")
        let store = IdentityStore.file { path }
        let identity = try store.obtain()
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        XCTAssertEqual(mode, 0o600)
        XCTAssertEqual(
            try FileManager.default.contentsOfDirectory(atPath: (path as NSString).deletingLastPathComponent),
            ["identity"])
        XCTAssertEqual(identity.author.rawValue.count, 26)
        XCTAssertFalse(identity.secret.contains(identity.author.rawValue))
    }

    func testForgedOrDamagedIdentityFilesAreRefused() throws {
        let home = try Home()
        let path = home.path("identity")
        let identity = Identity(randomBytes: IdentityStore.randomBytes()),
            theirs = Identity(randomBytes: IdentityStore.randomBytes())
        for (text, code) in [
            ("author \(theirs.author.rawValue)\nsecret \(identity.secret)\n", "identityForged"),
            ("author \(identity.author.rawValue)\nsecret \(identity.secret)\nrole developer\n", "identityDamaged"),
            ("author \(identity.author.rawValue)\nsecret \(identity.secret.uppercased())g\n", "identityDamaged"),
            ("", "identityDamaged"),
            ("author \(identity.author.rawValue)\n", "identityDamaged"),
            ("authors \(identity.author.rawValue)\nsecret \(identity.secret)\n", "identityDamaged"),
            ("author \(identity.author.rawValue)\nsecrets \(identity.secret)\n", "identityDamaged"),
        ] {
            try home.file("identity", text)
            assertFails(.init(code)) { try IdentityStore.file { path }.load() }
            assertFails(.init(code)) { try IdentityStore.file { path }.obtain() }
        }
        try home.file("identity", text(identity))
        XCTAssertEqual(try IdentityStore.file { path }.load(), identity)
    }

    func testUnsafeIdentityFilesAreRefused() throws {
        let home = try Home()
        let identity = Identity(randomBytes: IdentityStore.randomBytes())
        try home.file("open", text(identity), mode: 0o644)
        assertFails(.identityUnsafe) { try IdentityStore.file { home.path("open") }.load() }
        try home.file("real", text(identity))
        try FileManager.default.createSymbolicLink(atPath: home.path("link"), withDestinationPath: home.path("real"))
        assertFails(.identityUnsafe) { try IdentityStore.file { home.path("link") }.load() }
        assertFails(.identityUnsafe) { try IdentityStore.file { home.path }.load() }
    }

    func testAuthorsAreUniqueAndDifferFromTheDeveloperKey() {
        let identities = (0..<500).map { Identity(randomBytes: Array("\($0)".utf8)) }
        XCTAssertEqual(Set(identities.map(\.author)).count, 500)
        XCTAssertTrue(identities.allSatisfy { $0.author.rawValue != $0.developerKeyHash })
    }

    /// Stored records contain the names. So their derivation by SHA-256 and base 32 never changes.
    func testDerivedNamesAreStable() throws {
        for (secret, names) in [
            (
                String(repeating: "0123456789abcdef", count: 4),
                ["3f42xw3qksb13x9sw6dhfmfsxm", "5fmv026axfsakq41zb9mtv2az0", "4jw18v9ys5b0j84fjactpyhh6r"]
            ),
            (
                String(repeating: "f", count: 64),
                ["23fhyzt9n3s51m3s93zeemt3vm", "frajza02ddx4y3swvpqxf36skg", "x6c2cfr7vwefazpj09gn6j2tvc"]
            ),
            (
                String(repeating: "0", count: 64),
                ["aff7wg9nb4dhynpw0tptawdqrm", "16jjkhq9gn8ced7a7bx4rhsr9m", "3xj6g3y2peyfg2prwmpg9pw5t8"]
            ),
        ] {
            let identity = try Identity(secret: secret)
            XCTAssertEqual([identity.author.rawValue, identity.voter.rawValue, identity.developerKeyHash], names)
        }
    }

    func testSecretIs64LowercaseHexDigits() {
        let rest = String(repeating: "0", count: 63)
        for digit in "09af" { XCTAssertNoThrow(try Identity(secret: rest + "\(digit)")) }
        for end in ["", "00", "/", ":", "`", "g", "A", "é"] {
            assertFails(.identityDamaged) { try Identity(secret: rest + end) }
        }
    }

    func testSecretUses32RandomBytesAndHashesOtherCounts() {
        for (count, secret) in [
            (32, "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"),
            (31, "4f23c2ca8c5c962e50cd31e221bfb6d0adca19111dca8e0c62598ff146dd19c4"),
            (33, "5d8fcfefa9aeeb711fb8ed1e4b7d5c8a9bafa46e8e76e68aa18adce5a10df6ab"),
        ] {
            XCTAssertEqual(Identity(randomBytes: (0..<UInt8(count)).map { $0 }).secret, secret)
        }
        XCTAssertEqual(IdentityStore.randomBytes().count, 32)
        XCTAssertNotEqual(IdentityStore.randomBytes(), IdentityStore.randomBytes())
    }

    /// A file in place of the folder: no identity is loaded, and none can be saved.
    func testIdentityPathBelowAFileCannotBeSaved() throws {
        let home = try Home()
        let store = IdentityStore.file { home.path("file") + "/identity" }
        try home.file("file", "x")
        XCTAssertNil(try store.load())
        XCTAssertNoThrow(try store.forget())
        assertFails(.identityNotKept) { try store.obtain() }
        try home.folder("folder/identity/x")
        assertFails(.identityNotKept) { try IdentityStore.file { home.path("folder/identity") }.forget() }
    }

    func testDryRunUsesSavedIdentityAndForgetsOnlyItsCopy() throws {
        let home = try Home()
        let store = IdentityStore.file { home.path("identity") }
        let first = IdentityStore.dryRunCopy(over: store)
        let unsaved = try first.obtain()
        XCTAssertEqual(try first.load(), unsaved)
        XCTAssertNil(try store.load())
        let identity = try store.obtain()
        let second = IdentityStore.dryRunCopy(over: store)
        XCTAssertEqual(try second.obtain(), identity)
        try second.forget()
        XCTAssertEqual(try store.load(), identity)
    }

    private func text(_ identity: Identity) -> String {
        "author \(identity.author.rawValue)\nsecret \(identity.secret)\n"
    }
}
