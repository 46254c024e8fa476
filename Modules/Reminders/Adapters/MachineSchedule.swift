import Kernel
import Programs
import Reminders

extension ScheduleInstaller {
    /// The schedules of this machine's user.
    ///
    /// - Parameter configHome: where a person's configuration is, `~/.config`.
    public static func machine(_ programs: Programs, configHome: String) -> ScheduleInstaller {
        ScheduleInstaller(
            systemd: { try installUnits($0, programs, folder: configHome + "/systemd/user") },
            cron: { try installLine($0, programs) })
    }

    private static func installUnits(_ schedule: ReminderSchedule, _ programs: Programs, folder: String) throws -> String {
        let systemctl = try programs.require("systemctl", install: "use --with cron instead; this system has no systemd")
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for unit in schedule.units {
                try Data(unit.text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(unit.name)"), options: .atomic)
            }
        } catch {
            throw Failure(
                .unitsNotWritten, "The units cannot be written to \(folder).", advice: "Use --with cron.", kind: .cannotCreate)
        }
        for words in [["daemon-reload"], ["enable", "--now", "\(schedule.unitName).timer"]] {
            _ = try ProgramCall(systemctl, ["--user"] + words, deadline: .seconds(20)).run().succeeded()
        }
        return "Wrote \(schedule.units.map(\.name).joined(separator: " and ")) to \(folder) and started the timer."
    }

    private static func installLine(_ schedule: ReminderSchedule, _ programs: Programs) throws -> String {
        let crontab = try programs.require("crontab", install: "sudo apt install cron")
        // Without a crontab the program says so and fails; that is an empty one.
        let old = try ProgramCall(crontab, ["-l"], deadline: .seconds(20)).run()
        let text = old.ending == .exited(0) ? old.text : ""
        _ = try ProgramCall(crontab, ["-"], input: Array(schedule.crontab(from: text).utf8), deadline: .seconds(20)).run()
            .succeeded()
        return "Your crontab asks every \(ReminderSchedule.minutes) minutes what is due."
    }
}
