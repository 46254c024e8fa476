import Files
import Foundation
import Kernel
import TestSupport
import XCTest

final class CredentialFileTests: XCTestCase {
    private struct Login: Codable, Equatable {
        let name: String
        var password: String?
    }

    private typealias LoginFile = CredentialFile<Login>

    private func file(_ path: String, lock: @escaping LoginFile.Lock = { _ in nil }) -> LoginFile {
        CredentialFile(at: { path }, limit: 200, .json(kind: "login"), lock: lock) { path, reason in
            Failure(.init("unusable"), "\(path): \(reason)")
        }
    }

    private func failureMessage(_ body: () throws -> Void) -> String? {
        do { try body() } catch { return (error as? Failure)?.message }
        return nil
    }

    func testContentsRoundTrip() throws {
        let home = try Home()
        let path = home.path("in/login")
        let file = file(path)
        XCTAssertNil(try file.read())
        try file.write(Login(name: "ada", password: "p"))
        XCTAssertEqual(home.text("in/login"), #"{"kind":"login","name":"ada","password":"p"}"#)
        XCTAssertEqual(try file.read(), Login(name: "ada", password: "p"))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        XCTAssertEqual(mode, 0o600)
        try file.change { Login(name: $0?.name ?? "", password: nil) }
        XCTAssertEqual(try file.read(), Login(name: "ada"))
        try file.remove()
        try file.remove()
        XCTAssertNil(try file.read())
        let lines = CredentialFile<[String]>(at: { path }, limit: 99, .lines) { path, _ in Failure(.init("x"), path) }
        try lines.write(["# one", "two"])
        XCTAssertEqual(home.text("in/login"), "# one\ntwo\n")
        XCTAssertEqual(try lines.read(), ["# one", "two"])
    }

    func testDamagedOrUnsafeFileIsRefusedAndUnchanged() throws {
        let home = try Home()
        for text in ["", "{", "[]", #"{"kind":"other","name":"ada"}"#, #"{"name":"ada"}"#, #"{"kind":"login"}"#] {
            let path = try home.file("login", text)
            XCTAssertEqual(failureMessage { _ = try file(path).read() }, "\(path): it holds something else", text)
            XCTAssertEqual(
                failureMessage { try file(path).change { _ in Login(name: "bo") } }, "\(path): it holds something else",
                text)
            XCTAssertEqual(home.text("login"), text)
        }
        let open = try home.file("open", #"{"kind":"login","name":"ada"}"#, mode: 0o644)
        XCTAssertTrue(failureMessage { _ = try file(open).read() }?.contains("other people can read it") ?? false)
        let path = try home.file("login", #"{"kind":"login","name":"ada"}"#)
        try FileManager.default.createSymbolicLink(atPath: home.path("link"), withDestinationPath: path)
        XCTAssertTrue(failureMessage { _ = try file(home.path("link")).read() }?.contains("symbolic link") ?? false)
        let long = try home.file("long", String(repeating: " ", count: 201))
        XCTAssertTrue(failureMessage { _ = try file(long).read() }?.contains("too large") ?? false)
    }

    func testChangeWithoutTheLockChangesNothing() throws {
        let home = try Home()
        let path = home.path("login")
        let busy = file(path) { _ in throw FileError.other("another program is using it") }
        XCTAssertEqual(
            failureMessage { try busy.change { _ in Login(name: "ada") } }, "\(path): another program is using it")
        XCTAssertFalse(FileManager.default.fileExists(atPath: path))
    }
}
