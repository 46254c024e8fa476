import Kernel
import Media
import TestSupport
import XCTest

/// Addresses that users type or paste from untrusted sources.
final class WebAddressTests: XCTestCase {
    func testAddressesAreNormalized() throws {
        for (text, taken, stem) in [
            ("https://example.org/chon-ji.mp4", "https://example.org/chon-ji.mp4", "chon-ji"),
            ("HTTP://example.org", "http://example.org", ""),
            ("http://[::1]:8080/a/b.c.webm?x=1#t=3", "http://[::1]:8080/a/b.c.webm?x=1", "b-c"),
            ("https://example.org/천지.mp4", "https://example.org/%EC%B2%9C%EC%A7%80.mp4", "EC-B2-9C-EC-A7-80"),
            (
                "https://example.org/{a,b}[1-9]\"'`.mp4", "https://example.org/%7Ba,b%7D[1-9]%22%27%60.mp4",
                "7Ba-b-7D-1-9--22-27-60"
            ),
            ("https://example.org/../../etc/passwd", "https://example.org/../../etc/passwd", "passwd"),
            ("https://example.org/--output.mp4", "https://example.org/--output.mp4", "output"),
            ("https://example.org/.bashrc", "https://example.org/.bashrc", ""),
            ("https://example.org/..", "https://example.org/..", ""),
        ] {
            let address = try WebAddress(text)
            XCTAssertEqual(address.description, taken)
            XCTAssertEqual(address.stem, stem, text)
        }
    }

    func testUnsafeAddressesAreRefused() {
        for text in [
            "", "example.org/a.mp4", "file:///etc/passwd", "ftp://example.org/a", "https:", "https://", "https:///a",
            "https:/a/b",
            "https://me:secret@example.org/a.mp4", "https://token@example.org/", "http://a b/c",
            "https://example.org/a\nb",
            "https://example.org/a\tb", "https://example.org/\u{1B}[2J", "https://example.org/\u{202E}4pm.exe",
            "https://example.org/\u{200B}", "--output=/tmp/x", "-K/etc/passwd", "https://-x.org/",
            "https://exämple.org/a",
            "https://example.org\\@evil.org/", "javascript:alert(1)", "https://" + String(repeating: "a", count: 2000),
        ] { XCTAssertEqual(code { try WebAddress(text) }, "badAddress", text) }
    }

    /// For random input, an accepted address is printable ASCII with an HTTP scheme and gives a
    /// safe file name.
    func testAcceptedAddressesAreSafe() throws {
        var random = Chance(seed: 7)
        let pieces = [
            "http://", "https://", "a", ".", "/", "..", "@", ":", "?", "#", "%", "%0A", "\n", "\r", "\u{0}", " ", "é",
            "-",
            "x.mp4", "\\", "'",
        ]
        var count = 0
        for _ in 0..<20000 {
            let text =
                (random.next() % 4 == 0 ? "" : "https://h")
                + (0..<(random.next() % 8)).map { _ in pieces[random.next() % pieces.count] }.joined()
            guard let address = try? WebAddress(text) else { continue }
            count += 1
            XCTAssertTrue(address.description.utf8.allSatisfy { (0x21..<0x7F).contains($0) }, text)
            XCTAssertTrue(address.description.hasPrefix("http"), text)
            XCTAssertEqual(
                try WebAddress(address.description), address, "parsing its description returns the same address")
            XCTAssertTrue(address.stem.utf8.allSatisfy { isalnum(Int32($0)) != 0 || $0 == 45 || $0 == 95 }, text)
            XCTAssertFalse(address.stem.hasPrefix("-"), text)
        }
        XCTAssertGreaterThan(count, 1000)
    }
}

/// A small generator with the same sequence each time.
private struct Chance {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33)
    }
}
