import Foundation
import Kernel
import Programs
import TestSupport
import XCTest

/// Schedules for cron, systemd and launchd.
final class ScheduleTests: XCTestCase {
    func testCrontabLineIsAddedOnce() throws {
        let schedule = try Schedule.reminding(["/opt/my apps/grain", "--data", "/home/me/it's 100%"])
        XCTAssertTrue(
            schedule.cronLine.hasSuffix(
                "'/opt/my apps/grain' '--data' '/home/me/it'\\''s 100\\%' 'remind' 'due' # grain-remind"),
            schedule.cronLine)
        let other = "0 5 * * * backup"
        let once = schedule.crontab(from: other + "\n")
        XCTAssertEqual(once, "\(other)\n\(schedule.cronLine)\n")
        XCTAssertEqual(schedule.crontab(from: once), once)
        XCTAssertEqual(schedule.crontab(from: ""), schedule.cronLine + "\n")
        XCTAssertEqual(schedule.crontab(from: other), once)
    }

    func testUnschedulableCommandsAreRefused() {
        for command in [[], ["grain"], ["/a\nb"], ["/a", "x\u{1B}"]] {
            XCTAssertThrowsError(try Schedule.reminding(command)) {
                XCTAssertEqual(($0 as? Failure)?.code, .scheduleInvalid)
            }
        }
    }

    func testSystemdUnitsAreQuoted() throws {
        let units = try Schedule.reminding(["/opt/grain", "a\"b\\c%d$e"]).units
        XCTAssertEqual(units.map(\.name), ["grain-remind.service", "grain-remind.timer"])
        XCTAssertTrue(
            units[0].text.contains("ExecStart=\"/opt/grain\" \"a\\\"b\\\\c%%d$$e\" \"remind\" \"due\"\n"), units[0].text
        )
    }

    func testInstallerWritesSystemdUnitsAndCrontabLines() throws {
        let folder = try Home()
        try folder.program("systemctl", "echo \"$@\" >> \(folder.path)/systemctl.log")
        try folder.program(
            "crontab",
            "if [ \"$1\" = -l ]; then cat \(folder.path)/tab 2>/dev/null || { echo no crontab for me >&2; exit 1; }; else cat > \(folder.path)/new; mv \(folder.path)/new \(folder.path)/tab; fi"
        )
        let installer = ScheduleInstaller.machine(
            ProgramPath(path: folder.path + ":/usr/bin:/bin"), configHome: folder.path + "/config", agents: "/nowhere")
        let schedule = try Schedule.reminding(["/opt/grain"])
        _ = try installer.systemd(schedule)
        XCTAssertEqual(folder.text("config/systemd/user/grain-remind.timer"), schedule.units[1].text)
        XCTAssertEqual(
            folder.text("systemctl.log"),
            "--user show-environment\n--user daemon-reload\n--user enable --now grain-remind.timer\n")
        _ = try installer.cron(schedule)
        _ = try installer.cron(schedule)
        XCTAssertEqual(folder.text("tab"), schedule.cronLine + "\n")
        let nothing = ScheduleInstaller.machine(ProgramPath(path: ""), configHome: folder.path, agents: "/nowhere")
        XCTAssertThrowsError(try nothing.systemd(schedule)) { XCTAssertEqual(($0 as? Failure)?.kind, .missingProgram) }
        XCTAssertThrowsError(try nothing.cron(schedule)) { XCTAssertEqual(($0 as? Failure)?.kind, .missingProgram) }
    }

    /// It is one unit that starts at once and restarts after a failure.
    func testAlwaysScheduleIsASystemdService() throws {
        let folder = try Home()
        try folder.program("systemctl", "echo \"$@\" >> \(folder.path)/systemctl.log")
        let schedule = try Schedule.syncing(["/opt/grain"])
        let installer = ScheduleInstaller.machine(
            ProgramPath(path: folder.path + ":/usr/bin:/bin"), configHome: folder.path + "/config", agents: "/nowhere")
        let message = try installer.install(schedule, with: .systemd)
        XCTAssertEqual(message, "Wrote grain-sync.service to \(folder.path)/config/systemd/user and started it.")
        let unit = folder.text("config/systemd/user/grain-sync.service")
        XCTAssertEqual(schedule.text(for: .systemd), "# ~/.config/systemd/user/grain-sync.service\n\(unit)")
        for line in ["ExecStart=\"/opt/grain\" \"sync\" \"run\"", "Restart=on-failure", "WantedBy=default.target"] {
            XCTAssertTrue(unit.split(separator: "\n").contains(Substring(line)), unit)
        }
        XCTAssertTrue(folder.text("systemctl.log").hasSuffix("--user enable --now grain-sync.service\n"))
        XCTAssertEqual(schedule.cronLine, "@reboot '/opt/grain' 'sync' 'run' # grain-sync")
    }

    /// Compares the property lists. Special characters are escaped.
    func testLaunchAgentsMatchTheGoldenFile() throws {
        let command = ["/opt/my apps/grain", "--data", "a <b> & \"c\" 'd' 100% $e \\ 한"]
        let text = try [Schedule.reminding(command), .syncing(command)].map { $0.text(for: .launchd) }.joined()
        try XCTAssertNil(Golden.fault("launchd.plist.txt", text))
        guard let validator = ProgramPath(path: "/usr/bin:/bin").find("xmllint") else { return }
        let folder = try Home()
        try folder.file("agent.plist", Schedule.reminding(command).agent.text)
        let call = ProgramCall(validator, ["--noout", "--nonet", folder.path("agent.plist")])
        XCTAssertEqual(try call.run().ending, .exited(0))
    }

    func testFailedLaunchAgentInstallRestoresTheOldFile() throws {
        let schedule = try Schedule.reminding(["/opt/grain"])
        for (refused, failure) in [("none", nil), ("print", "noUserSession"), ("bootstrap", "programFailed")] {
            for old in ["older agent", nil] {
                let folder = try Home()
                try folder.program(
                    "launchctl",
                    "echo \"$@\" >> \(folder.path)/log; [ \"$1\" != \(refused) ] && [ \"$1\" != bootout ] || { echo 'Could not find it' >&2; exit 3; }"
                )
                let path = folder.path("agents/grain-remind.plist")
                if let old {
                    try FileManager.default.createDirectory(
                        atPath: folder.path("agents"), withIntermediateDirectories: true)
                    try Data(old.utf8).write(to: URL(fileURLWithPath: path))
                }
                let installer = ScheduleInstaller.machine(
                    ProgramPath(path: folder.path + ":/usr/bin:/bin"), configHome: "/nowhere",
                    agents: folder.path("agents"))
                XCTAssertEqual(code { try installer.install(schedule, with: .launchd) }, failure, refused)
                let remaining = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
                XCTAssertEqual(remaining, failure == nil ? schedule.agent.text : old, refused)
                guard failure == nil else { continue }
                let domain = "gui/\(getuid())"
                XCTAssertEqual(
                    folder.text("log"), "print \(domain)\nbootout \(domain)/grain-remind\nbootstrap \(domain) \(path)\n"
                )
            }
        }
        let nothing = ScheduleInstaller.machine(ProgramPath(path: ""), configHome: "/nowhere", agents: "/nowhere")
        XCTAssertThrowsError(try nothing.launchd(schedule)) { XCTAssertEqual(($0 as? Failure)?.kind, .missingProgram) }
    }

    /// If there is no systemd session, or the timer does not start, the folder has its old content.
    func testFailedSystemdInstallRestoresTheOldUnits() throws {
        let schedule = try Schedule.reminding(["/opt/grain"])
        for (refused, failure) in [
            ("show-environment", "noUserSession"), ("daemon-reload", "programFailed"), ("enable", "programFailed"),
        ] {
            for old in ["older unit", nil] {
                let folder = try Home()
                try folder.program(
                    "systemctl", "[ \"$2\" != \(refused) ] || { echo 'Failed to connect to bus' >&2; exit 1; }")
                let unit = "\(folder.path)/config/systemd/user/grain-remind.timer"
                if let old {
                    try FileManager.default.createDirectory(
                        atPath: "\(folder.path)/config/systemd/user", withIntermediateDirectories: true)
                    try Data(old.utf8).write(to: URL(fileURLWithPath: unit))
                }
                let installer = ScheduleInstaller.machine(
                    ProgramPath(path: folder.path + ":/usr/bin:/bin"), configHome: folder.path + "/config",
                    agents: "/nowhere")
                XCTAssertEqual(code { try installer.systemd(schedule) }, failure, refused)
                XCTAssertEqual(
                    FileManager.default.contents(atPath: unit).map { String(decoding: $0, as: UTF8.self) }, old)
                let remaining =
                    (try? FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/config/systemd/user")) ?? []
                XCTAssertEqual(remaining, old == nil ? [] : ["grain-remind.timer"], refused)
            }
        }
    }
}

extension Schedule {
    /// A schedule that runs every five minutes, as reminders do.
    static func reminding(_ command: [String]) throws -> Schedule {
        try Schedule(
            "grain-remind", about: "Reminders of grain", command + ["remind", "due"],
            .every(minutes: 5, about: "Ask grain what is due"), effect: "checks every 5 minutes what is due",
            showsOnDesktop: true)
    }

    /// A schedule that runs from the login on.
    static func syncing(_ command: [String]) throws -> Schedule {
        try Schedule(
            "grain-sync", about: "Sync of grain", command + ["sync", "run"], .always, effect: "syncs from the start on")
    }
}
