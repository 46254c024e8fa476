import Kernel
import Programs
import Reminders
import RemindersAdapters
import RemindersTesting
import TestSupport
import XCTest

/// The contracts over each implementation, and over a broken one.
final class ContractTests: XCTestCase {
    func testNotifiersFulfillTheContract() throws {
        let list = Latest()
        let makers: [() throws -> Notifier] = [
            { Notifier.memory(list.renew()) },
            { Notifier.bell(ringing: true, write: list.renewed()) },
            {
                Notifier.first(of: [
                    Notifier { _, _ in throw Failure(.init("broken"), "It is broken.") }, Notifier.memory(list.renew()),
                ])
            },
        ]
        for make in makers {
            for broken in NotifierContract.over(make, heard: { list.lines }).brokenPromises() {
                XCTFail(broken.description)
            }
        }
    }

    func testNotifySendFulfillsTheContractAloneAndCombined() throws {
        let folder = try Home()
        try folder.program(
            "notify-send",
            "printf '%s' \"$1 $2 $3 \" >> \(folder.path)/told; shift 3; printf '%s|' \"$@\" >> \(folder.path)/told; echo >> \(folder.path)/told"
        )
        let programs = ProgramPath(path: folder.path)
        let notifications: @Sendable () -> [String] = { folder.text("told").split(separator: "\n").map(String.init) }
        for notifier in [
            Notifier.notifySend(programs, app: "grain"), .desktop(programs, app: "grain"),
            .machine(programs, app: "grain", ringing: true),
        ] where !Platform.isMac {
            let make = {
                try? FileManager.default.removeItem(atPath: "\(folder.path)/told")
                return notifier
            }
            for broken in NotifierContract.over(make, heard: notifications).brokenPromises() {
                XCTFail(broken.description)
            }
            try make().notify("-u <b>", "1 < 2 & 3")
            XCTAssertEqual(notifications(), ["-a grain -- -u <b>|1 &lt; 2 &amp; 3|"])
        }
    }

    /// Notifications of a Mac. The text reaches the script as arguments and never as code.
    func testOsascriptFulfillsTheContractAndRunsNoText() throws {
        let folder = try Home()
        try folder.program(
            "osascript",
            "while [ \"$1\" = -e ]; do printf '%s\\n' \"$2\" >> \(folder.path)/script; shift 2; done; [ \"$1\" = -- ] || exit 1; shift; printf '%s|' \"$@\" >> \(folder.path)/told; echo >> \(folder.path)/told"
        )
        let notifier = Notifier.osascript(ProgramPath(path: folder.path), app: "grain")
        let notifications: @Sendable () -> [String] = { folder.text("told").split(separator: "\n").map(String.init) }
        let make = {
            for name in ["told", "script"] { try? FileManager.default.removeItem(atPath: folder.path(name)) }
            return notifier
        }
        for broken in NotifierContract.over(make, heard: notifications).brokenPromises() { XCTFail(broken.description) }
        let hostile = "\" & (do shell script \"id\") & \""
        try make().notify(hostile, "-e 'beep' \\")
        XCTAssertEqual(notifications(), ["\(hostile)|-e 'beep' \\|grain|"])
        let script = folder.text("script")
        try make().notify("other words", "")
        XCTAssertEqual(folder.text("script"), script, "the script is independent of the text")
        XCTAssertThrowsError(try Notifier.osascript(ProgramPath(path: "/nowhere"), app: "grain").notify("a", "")) {
            XCTAssertEqual(($0 as? Failure)?.kind, .missingProgram)
        }
    }

    func testNotifySendReportsAMissingProgram() throws {
        let folder = try Home()
        XCTAssertThrowsError(try Notifier.notifySend(ProgramPath(path: folder.path), app: "grain").notify("a", "")) {
            XCTAssertEqual(($0 as? Failure)?.kind, .missingProgram)
        }
        try folder.program("notify-send", "exit 1")
        XCTAssertThrowsError(try Notifier.notifySend(ProgramPath(path: folder.path), app: "grain").notify("a", ""))
    }

    func testContractDetectsUnfilteredText() {
        let list = Latest()
        let make = {
            let write = list.renewed()
            return Notifier { title, body in write("\(title) \(body)\n") }
        }
        XCTAssertEqual(NotifierContract.over(make, heard: { list.lines }).brokenPromises().count, 1)
    }
}

/// The output of the latest notifier.
private final class Latest: @unchecked Sendable {
    // Unchecked: used by one test at a time.
    private var recorded = RecordedNotifications()
    private var written: [String]?

    func renew() -> RecordedNotifications {
        recorded = RecordedNotifications()
        written = nil
        return recorded
    }

    func renewed() -> @Sendable (String) -> Void {
        written = []
        return { self.written?.append(String($0.dropLast())) }
    }

    var lines: [String] { written ?? recorded.lines }
}
