import Kernel
import Programs
import Reminders
import RemindersAdapters
import RemindersContract
import TestBench
import XCTest

/// The contracts over everything that keeps them, and over something that does not.
final class ContractTests: XCTestCase {
    func testNotifiersKeepTheContract() throws {
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
            for broken in NotifierContract.over(make, heard: { list.lines }).brokenPromises() { XCTFail(broken.description) }
        }
    }

    func testNotifySendKeepsTheContractAloneAndBeforeTheBell() throws {
        let folder = try Home()
        try folder.program(
            "notify-send",
            "printf '%s' \"$1 $2 $3 \" >> \(folder.path)/told; shift 3; printf '%s|' \"$@\" >> \(folder.path)/told; echo >> \(folder.path)/told"
        )
        let programs = Programs(path: folder.path)
        let heard: @Sendable () -> [String] = { folder.text("told").split(separator: "\n").map(String.init) }
        for notifier in [
            Notifier.notifySend(programs, app: "grain"), .desktop(programs, app: "grain"),
            .machine(programs, app: "grain", ringing: true),
        ] where !Platform.isMac {
            let make = {
                try? FileManager.default.removeItem(atPath: "\(folder.path)/told")
                return notifier
            }
            for broken in NotifierContract.over(make, heard: heard).brokenPromises() { XCTFail(broken.description) }
            try make().tell("-u <b>", "1 < 2 & 3")
            XCTAssertEqual(heard(), ["-a grain -- -u <b>|1 &lt; 2 &amp; 3|"])
        }
    }

    /// The notifications of a Mac: what is told reaches the script as its arguments and never as a part of it.
    func testOsascriptKeepsTheContractAndReadsNoTextAsScript() throws {
        let folder = try Home()
        try folder.program(
            "osascript",
            "while [ \"$1\" = -e ]; do printf '%s\\n' \"$2\" >> \(folder.path)/script; shift 2; done; [ \"$1\" = -- ] || exit 1; shift; printf '%s|' \"$@\" >> \(folder.path)/told; echo >> \(folder.path)/told"
        )
        let notifier = Notifier.osascript(Programs(path: folder.path), app: "grain")
        let heard: @Sendable () -> [String] = { folder.text("told").split(separator: "\n").map(String.init) }
        let make = {
            for name in ["told", "script"] { try? FileManager.default.removeItem(atPath: folder.path(name)) }
            return notifier
        }
        for broken in NotifierContract.over(make, heard: heard).brokenPromises() { XCTFail(broken.description) }
        let hostile = "\" & (do shell script \"id\") & \""
        try make().tell(hostile, "-e 'beep' \\")
        XCTAssertEqual(heard(), ["\(hostile)|-e 'beep' \\|grain|"])
        let script = folder.text("script")
        try make().tell("other words", "")
        XCTAssertEqual(folder.text("script"), script, "whatever is told, the script is the same")
        XCTAssertThrowsError(try Notifier.osascript(Programs(path: "/nowhere"), app: "grain").tell("a", "")) {
            XCTAssertEqual(($0 as? Failure)?.kind, .missingProgram)
        }
    }

    func testNotifySendSaysWhatIsMissing() throws {
        let folder = try Home()
        XCTAssertThrowsError(try Notifier.notifySend(Programs(path: folder.path), app: "grain").tell("a", "")) {
            XCTAssertEqual(($0 as? Failure)?.kind, .missingProgram)
        }
        try folder.program("notify-send", "exit 1")
        XCTAssertThrowsError(try Notifier.notifySend(Programs(path: folder.path), app: "grain").tell("a", ""))
    }

    func testTheContractNoticesANotifierThatPassesEverythingOn() {
        let list = Latest()
        let make = {
            let write = list.renewed()
            return Notifier { title, body in write("\(title) \(body)\n") }
        }
        XCTAssertEqual(NotifierContract.over(make, heard: { list.lines }).brokenPromises().count, 1)
    }
}

/// What the latest notifier told.
private final class Latest: @unchecked Sendable {
    // Unchecked: used by one test at a time.
    private var told = ToldList()
    private var written: [String]?

    func renew() -> ToldList {
        (told, written) = (ToldList(), nil)
        return told
    }

    func renewed() -> @Sendable (String) -> Void {
        written = []
        return { self.written?.append(String($0.dropLast())) }
    }

    var lines: [String] { written ?? told.lines }
}
