import Kernel

extension ScheduleInstaller {
    /// How long a program of the machine may take.
    private static let deadline = Duration.seconds(20)

    /// The schedules of this machine's user.
    ///
    /// - Parameters:
    ///   - configHome: where a person's configuration is, `~/.config`.
    ///   - agents: where launchd looks for a person's agents, `~/Library/LaunchAgents`.
    public static func machine(_ programs: Programs, configHome: String, agents: String) -> ScheduleInstaller {
        ScheduleInstaller(
            systemd: { try installUnits($0, programs, folder: configHome + "/systemd/user") },
            cron: { try installLine($0, programs) }, launchd: { try installAgent($0, programs, folder: agents) })
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
        try whole(schedule, schedule.units, in: folder) {
            for words in [["daemon-reload"], ["enable", "--now", schedule.units.last?.name ?? schedule.name]] {
                _ = try ProgramCall(systemctl, ["--user"] + words, deadline: deadline).run().succeeded()
            }
        }
        return "Wrote \(listed(schedule.units.map(\.name))) to \(folder) and started \(started(schedule))."
    }

    private static func installAgent(_ schedule: Schedule, _ programs: Programs, folder: String) throws -> String {
        let launchctl = try programs.require("launchctl", install: "use --with systemd or --with cron instead; this is no Mac")
        let domain = "gui/\(getuid())"
        guard (try? ProgramCall(launchctl, ["print", domain], deadline: deadline).run().succeeded()) != nil else {
            throw Failure(
                .noUserSession, "launchd runs no session for you here, so nothing would start. Nothing was written.",
                advice: "Log in at the screen, or use --with cron.")
        }
        let agent = schedule.agent
        try whole(schedule, [agent], in: folder) {
            // One that is loaded already is another text of the same name; where there is none, that is no failure.
            _ = try? ProgramCall(launchctl, ["bootout", "\(domain)/\(schedule.name)"], deadline: deadline).run()
            _ = try ProgramCall(launchctl, ["bootstrap", domain, "\(folder)/\(agent.name)"], deadline: deadline).run().succeeded()
        }
        return "Wrote \(agent.name) to \(folder) and loaded it."
    }

    /// Writes files and lets them be started; where that fails, the folder is as it was before.
    private static func whole(
        _ schedule: Schedule, _ files: [(name: String, text: String)], in folder: String, _ start: () throws -> Void
    ) throws {
        let paths = files.map { "\(folder)/\($0.name)" }
        let before = paths.map { FileManager.default.contents(atPath: $0) }
        do {
            try write(schedule, files, to: folder)
            try start()
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
    }

    private static func write(_ schedule: Schedule, _ files: [(name: String, text: String)], to folder: String) throws {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for file in files {
                try Data(file.text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(file.name)"), options: .atomic)
            }
        } catch {
            throw Failure(
                .unitsNotWritten,
                started(schedule) == "it"
                    ? "The unit cannot be written to \(folder)." : "The timer cannot be written to \(folder).",
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
