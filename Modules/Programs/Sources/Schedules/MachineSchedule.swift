import Kernel

extension ScheduleInstaller {
    /// How long a program of the machine may take.
    private static let deadline = Duration.seconds(20)

    /// The schedules of this machine's user.
    ///
    /// - Parameter configHome: where a person's configuration is, `~/.config`.
    public static func machine(_ programs: Programs, configHome: String) -> ScheduleInstaller {
        ScheduleInstaller(
            systemd: { try installUnits($0, programs, folder: configHome + "/systemd/user") },
            cron: { try installLine($0, programs) })
    }

    private static func installUnits(_ schedule: Schedule, _ programs: Programs, folder: String) throws -> String {
        let systemctl = try programs.require("systemctl", install: "use --with cron instead; this system has no systemd")
        // Asked before anything is written: without a session of the user's own, as over ssh or in a container, nobody would start the timer.
        guard (try? ProgramCall(systemctl, ["--user", "show-environment"], deadline: deadline).run().succeeded()) != nil else {
            throw Failure(
                .noUserSession,
                "systemd runs no session for you here, so nothing would start. Nothing was written.",
                advice: "Use --with cron.")
        }
        let paths = schedule.units.map { "\(folder)/\($0.name)" }
        let before = paths.map { FileManager.default.contents(atPath: $0) }
        do {
            try write(schedule, to: folder)
            for words in [["daemon-reload"], ["enable", "--now", schedule.units.last?.name ?? schedule.name]] {
                _ = try ProgramCall(systemctl, ["--user"] + words, deadline: deadline).run().succeeded()
            }
        } catch {
            for (path, old) in zip(paths, before) {
                if let old {
                    try? old.write(to: URL(fileURLWithPath: path))
                } else {
                    try? FileManager.default.removeItem(atPath: path)
                }
            }
            throw error
        }
        return "Wrote \(schedule.units.map(\.name).joined(separator: " and ")) to \(folder) and started \(started(schedule))."
    }

    private static func write(_ schedule: Schedule, to folder: String) throws {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for unit in schedule.units {
                try Data(unit.text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(unit.name)"), options: .atomic)
            }
        } catch {
            throw Failure(
                .unitsNotWritten, "\(started(schedule) == "it" ? "The unit" : "The timer") cannot be written to \(folder).",
                advice: "Use --with cron.", kind: .cannotCreate)
        }
    }

    /// What is started, in a word.
    private static func started(_ schedule: Schedule) -> String { schedule.rhythm == .always ? "it" : "the timer" }

    private static func installLine(_ schedule: Schedule, _ programs: Programs) throws -> String {
        let crontab = try programs.require("crontab", install: "sudo apt install cron")
        let text = try ScheduleInstaller.crontab(in: ProgramCall(crontab, ["-l"], deadline: deadline).run())
        _ = try ProgramCall(crontab, ["-"], input: Array(schedule.crontab(from: text).utf8), deadline: deadline).run()
            .succeeded()
        return "Your crontab now \(schedule.effect)."
    }

    /// What stands in a crontab, which is about to be written anew: one that cannot be read, or not byte for byte, is not an empty one.
    private static func crontab(in old: ProgramResult) throws -> String {
        let said = String(decoding: old.errors, as: UTF8.self).lowercased()
        let isNone = old.ending == .exited(1) && ["no crontab", "no such file"].contains(where: said.contains)
        guard let text = String(validating: isNone ? [] : try old.succeeded().output, as: UTF8.self) else {
            throw Failure(
                .crontabNotText, "Your crontab is not UTF-8 text, so it was not changed.",
                advice: "The same with --print shows the line to add by hand.")
        }
        return text
    }
}
