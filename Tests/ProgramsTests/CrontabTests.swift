import Foundation
import Kernel
import Programs
import TestSupport
import XCTest

/// The existing lines of a crontab are kept, and an unreadable crontab is not written.
final class CrontabTests: XCTestCase {
    private let schedule = { try Schedule.reminding(["/opt/grain"]) }

    /// Installs a schedule with a fake `crontab` that lists by a script. Returns the resulting
    /// file.
    private func installed(_ tab: [UInt8], listing script: String) throws -> (tab: [UInt8], code: String?) {
        let home = try Home()
        try Data(tab).write(to: URL(fileURLWithPath: home.path("tab")))
        try home.program(
            "crontab",
            "cd \(home.path); if [ \"$1\" = -l ]; then \(script); else cat > new; mv new tab; fi")
        let installer = ScheduleInstaller.machine(
            ProgramPath(path: home.path + ":/usr/bin:/bin"), configHome: home.path("config"), agents: "/nowhere")
        var code: String?
        do { _ = try installer.cron(schedule()) } catch { code = (error as? Failure)?.code.text ?? "\(error)" }
        return (Array(try Data(contentsOf: URL(fileURLWithPath: home.path("tab")))), code)
    }

    func testExistingCrontabLinesAreKept() throws {
        let line = try schedule().cronLine + "\n"
        for (old, new) in [
            ("", line), ("0 5 * * * backup\n", "0 5 * * * backup\n" + line),
            ("# one\n\n# two", "# one\n\n# two\n" + line),
            ("SHELL=/bin/sh\n\n", "SHELL=/bin/sh\n\n" + line), ("# 사진\n" + line + "# two\n", "# 사진\n# two\n" + line),
        ] {
            let result = try installed(Array(old.utf8), listing: "cat tab")
            XCTAssertEqual(String(decoding: result.tab, as: UTF8.self), new)
            XCTAssertNil(result.code)
        }
    }

    func testMissingCrontabIsCreated() throws {
        for words in [
            "no crontab for me", "crontab: no crontab for me", "crontab: can't open 'me': No such file or directory",
        ] {
            let result = try installed([], listing: "echo \"\(words)\" >&2; exit 1")
            XCTAssertEqual(String(decoding: result.tab, as: UTF8.self), try schedule().cronLine + "\n", words)
            XCTAssertNil(result.code)
        }
    }

    func testUnreadableCrontabIsNotWritten() throws {
        let existing = Array("0 5 * * * backup\n".utf8)
        for (script, expected) in [
            ("echo 'You are not allowed to use this program' >&2; exit 1", "programFailed"),
            ("exit 1", "programFailed"),
            ("cat tab; kill -9 $$", "programFailed"), ("cat tab; exit 2", "programFailed"),
            ("echo 'no crontab: no such file' >&2; exit 127", "programFailed"),
        ] {
            let result = try installed(existing, listing: script)
            XCTAssertEqual(result.tab, existing, script)
            XCTAssertEqual(result.code, expected, script)
        }
        let latin = existing + [0x23, 0xE9, 0x0A]
        let result = try installed(latin, listing: "cat tab")
        XCTAssertEqual(result.tab, latin, "a letter in another encoding is not replaced")
        XCTAssertEqual(result.code, "crontabNotText")
    }

    func testScheduleRunsEveryFiveMinutes() throws {
        XCTAssertTrue(try schedule().cronLine.hasPrefix("*/5 * * * * DBUS_SESSION_BUS_ADDRESS="))
        XCTAssertTrue(try schedule().units[1].text.contains("OnCalendar=*:0/5\n"))
        for (word, isTaken) in [
            (" ", true), ("~", true), ("\u{1F}", false), ("\u{7F}", false), ("\t", false), ("é", true),
        ] {
            XCTAssertEqual((try? Schedule.reminding(["/a", word])) != nil, isTaken, word)
        }
    }
}
