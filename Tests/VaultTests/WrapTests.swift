import Kernel
import Programs
import TestSupport
import VaultAdapters
import XCTest

/// Errors of key wraps that are distinct from a wrong passphrase.
final class WrapTests: XCTestCase {
    private func failure<Value>(_ body: () throws -> Value) -> String {
        do { _ = try body() } catch { return (error as? Failure)?.code.text ?? "\(error)" }
        return "none"
    }

    private func openssl() throws -> String {
        guard let openssl = ProgramPath(path: ProcessInfo.processInfo.environment["PATH"] ?? "").find("openssl") else {
            throw XCTSkip("openssl is not installed")
        }
        return "\(openssl)"
    }

    func testIncompleteWrapIsReportedAsDamaged() throws {
        _ = try openssl()
        let home = try Home()
        let wrap = OpenSSLWrap(
            of: ProgramPath(path: ProcessInfo.processInfo.environment["PATH"] ?? ""), workingIn: home.path("work"))
        let wrapped = try wrap.make(wrappedBy: "four words of chance").wrapped
        let lines = wrapped.split(separator: "\n").map(String.init)
        for damaged in [
            "", "nonsense", String(wrapped.dropLast(60)), wrapped.replacingOccurrences(of: lines[2], with: ""),
            wrapped.replacingOccurrences(of: lines[1], with: "%" + lines[1].dropFirst()),
            wrapped.replacingOccurrences(of: lines[1], with: "A" + lines[1].dropFirst()),
        ] {
            XCTAssertEqual(failure { try wrap.open(damaged, with: "four words of chance") }, "vaultDamaged", damaged)
        }
        XCTAssertEqual(failure { try wrap.open(wrapped, with: "five words of chance") }, "vaultWrongPassphrase")
    }

    func testUnsupportedKeyDerivationIsReported() throws {
        let real = try openssl()
        let home = try Home()
        let programs = ProgramPath(path: ProcessInfo.processInfo.environment["PATH"] ?? "")
        let wrapped = try OpenSSLWrap(of: programs, workingIn: home.path("work")).make(
            wrappedBy: "four words of chance"
        )
        .wrapped
        for (name, script) in [
            ("none", "exit 1"), ("other", "case \"$*\" in pkcs8*) exit 1;; esac; exec \(real) \"$@\""),
        ] {
            try home.folder(name)
            try home.file("\(name)/openssl", Array("#!/bin/sh\n\(script)\n".utf8), mode: 0o755)
            let wrap = OpenSSLWrap(of: ProgramPath(path: home.path(name)), workingIn: home.path("work"))
            XCTAssertEqual(failure { try wrap.open(wrapped, with: "four words of chance") }, "vaultUnable", name)
        }
    }
}
