import Kernel

extension ScheduleInstaller {
    private static let deadline = Duration.seconds(20)

    /// Returns the schedules of this machine's user.
    ///
    /// - Parameters:
    ///   - configHome: The user's configuration folder, `~/.config`.
    ///   - agents: The folder of the user's launchd agents, `~/Library/LaunchAgents`.
    package static func machine(_ programs: ProgramPath, configHome: String, agents: String) -> ScheduleInstaller {
        ScheduleInstaller(
            systemd: { try installUnits($0, programs, folder: configHome + "/systemd/user") },
            cron: { try installCronLine($0, programs) }, launchd: { try installAgent($0, programs, folder: agents) })
    }

    private static func installUnits(_ schedule: Schedule, _ programs: ProgramPath, folder: String) throws -> String {
        let systemctl = try programs.require(
            "systemctl", install: "use --with cron instead; this system has no systemd")
        // This check precedes any write. Without a user session, as over ssh or in a container, no
        // process would start the timer.
        guard
            (try? ProgramCall(systemctl, ["--user", "show-environment"], deadline: deadline).run().succeeded()) != nil
        else {
            throw Failure(
                .noUserSession,
                "systemd runs no session for you here, so nothing would start. Nothing was written.",
                advice: "Use --with cron.")
        }
        try installOrRestore(schedule, schedule.units, in: folder) {
            for words in [["daemon-reload"], ["enable", "--now", schedule.units.last?.name ?? schedule.name]] {
                _ = try ProgramCall(systemctl, ["--user"] + words, deadline: deadline).run().succeeded()
            }
        }
        return "Wrote \(listed(schedule.units.map(\.name))) to \(folder) and started \(startedUnit(schedule))."
    }

    private static func installAgent(_ schedule: Schedule, _ programs: ProgramPath, folder: String) throws -> String {
        let launchctl = try programs.require(
            "launchctl", install: "use --with systemd or --with cron instead; this is no Mac")
        let domain = "gui/\(getuid())"
        guard (try? ProgramCall(launchctl, ["print", domain], deadline: deadline).run().succeeded()) != nil else {
            throw Failure(
                .noUserSession, "launchd runs no session for you here, so nothing would start. Nothing was written.",
                advice: "Log in at the screen, or use --with cron.")
        }
        let agent = schedule.agent
        try installOrRestore(schedule, [agent], in: folder) {
            // A loaded agent of the same name may have another text. A missing agent is no failure.
            _ = try? ProgramCall(launchctl, ["bootout", "\(domain)/\(schedule.name)"], deadline: deadline).run()
            _ = try ProgramCall(launchctl, ["bootstrap", domain, "\(folder)/\(agent.name)"], deadline: deadline).run()
                .succeeded()
        }
        return "Wrote \(agent.name) to \(folder) and loaded it."
    }

    /// Writes files and starts them. If that fails, it restores the folder to its previous state.
    private static func installOrRestore(
        _ schedule: Schedule, _ files: [(name: String, text: String)], in folder: String, _ start: () throws -> Void
    ) throws {
        let paths = files.map { "\(folder)/\($0.name)" }
        let oldContents = paths.map { FileManager.default.contents(atPath: $0) }
        do {
            try write(schedule, files, to: folder)
            try start()
        } catch {
            for (path, old) in zip(paths, oldContents) {
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
                startedUnit(schedule) == "it"
                    ? "The unit cannot be written to \(folder)." : "The timer cannot be written to \(folder).",
                advice: "Use --with cron.", kind: .cannotCreate)
        }
    }

    /// Returns the words for the started unit in messages.
    private static func startedUnit(_ schedule: Schedule) -> String { schedule.rhythm == .always ? "it" : "the timer" }

    private static func installCronLine(_ schedule: Schedule, _ programs: ProgramPath) throws -> String {
        let crontab = try programs.require("crontab", install: "sudo apt install cron")
        let text = try ScheduleInstaller.crontab(in: ProgramCall(crontab, ["-l"], deadline: deadline).run())
        _ = try ProgramCall(crontab, ["-"], input: Array(schedule.crontab(from: text).utf8), deadline: deadline).run()
            .succeeded()
        return "Your crontab now \(schedule.effect)."
    }

    /// Returns the contents of a crontab that is about to be rewritten. One that cannot be read
    /// exactly is an error, because it may not be empty.
    private static func crontab(in old: ProgramResult) throws -> String {
        let message = String(decoding: old.errors, as: UTF8.self).lowercased()
        let isMissing = old.ending == .exited(1) && ["no crontab", "no such file"].contains(where: message.contains)
        guard let text = String(validating: isMissing ? [] : try old.succeeded().output, as: UTF8.self) else {
            throw Failure(
                .crontabNotText, "Your crontab is not UTF-8 text, so it was not changed.",
                advice: "The same with --print shows the line to add by hand.")
        }
        return text
    }
}
