import Kernel

/// A command of an app that the machine runs on its own, as text for systemd, cron and launchd.
package struct Schedule: Hashable, Sendable {
    /// The time at which a schedule runs.
    package enum Rhythm: Hashable, Sendable {
        /// Every `minutes` minutes of the hour. `about` describes the timer.
        case every(minutes: Int, about: String)
        case always
    }

    /// The service that runs the schedule.
    package enum Scheduler: String, CaseIterable, Sendable {
        case systemd
        case cron
        case launchd

        package static let platformDefault: Scheduler = Platform.isMac ? .launchd : .systemd
    }

    /// The name of its units without the ending, `grain-remind`. The crontab line ends with it, so
    /// that it can be found again.
    package let name: String
    /// The description shown in the unit, such as "Reminders of grain".
    package let about: String
    /// The program and its words, unescaped: `/usr/bin/grain`, `--data`, `/home/me/grain`,
    /// `remind`, `due`.
    package let command: [String]
    package let rhythm: Rhythm
    /// The description of a crontab entry for the user, such as "checks every 5 minutes what is
    /// due".
    package let effect: String
    /// Whether the command shows something on the desktop, whose address cron does not set.
    package let showsOnDesktop: Bool

    /// Creates a schedule. The program's path must be absolute, because systemd and cron do not
    /// search like a shell.
    ///
    /// - Throws: `scheduleInvalid` if the path is relative, or a word contains a control character.
    package init(
        _ name: String, about: String, _ command: [String], _ rhythm: Rhythm, effect: String,
        showsOnDesktop: Bool = false
    ) throws {
        guard command.first?.hasPrefix("/") == true,
            command.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } })
        else {
            throw Failure(
                .scheduleInvalid, "The program's path cannot be used in a schedule.",
                advice: "Install the app, and try again.")
        }
        self.name = name
        self.about = about
        self.command = command
        self.rhythm = rhythm
        self.effect = effect
        self.showsOnDesktop = showsOnDesktop
    }

    /// The user's systemd units, as file names and texts. The last one is started.
    package var units: [(name: String, text: String)] {
        let words = command.map(Schedule.systemdWord).joined(separator: " ")
        switch rhythm {
        case .every(let minutes, let timerDescription):
            let service = "[Unit]\nDescription=\(about)\n\n[Service]\nType=oneshot\nExecStart=\(words)\n"
            let timer = """
                [Unit]
                Description=\(timerDescription)

                [Timer]
                OnCalendar=*:0/\(minutes)
                Persistent=true

                [Install]
                WantedBy=timers.target

                """
            return [("\(name).service", service), ("\(name).timer", timer)]
        case .always:
            let service = """
                [Unit]
                Description=\(about)

                [Service]
                ExecStart=\(words)
                Restart=on-failure
                RestartSec=60

                [Install]
                WantedBy=default.target

                """
            return [("\(name).service", service)]
        }
    }

    /// The line of a crontab. A schedule that always runs starts with the machine.
    package var cronLine: String {
        let words = command.map(Schedule.shellWord).joined(separator: " ").replacing("%", with: "\\%")
        let bus = showsOnDesktop ? "DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/$(id -u)/bus " : ""
        let times =
            switch rhythm {
            case .every(let minutes, _): "*/\(minutes) * * * *"
            case .always: "@reboot"
            }
        return "\(times) \(bus)\(words) \(cronMark)"
    }

    /// The end of this schedule's crontab line.
    package var cronMark: String { "# \(name)" }

    /// Returns a crontab with this line once, replacing earlier lines of this schedule.
    package func crontab(from old: String) -> String {
        let others = old.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasSuffix(cronMark) }
        let otherLines = others.joined(separator: "\n")
        return otherLines + (otherLines.isEmpty || otherLines.hasSuffix("\n") ? "" : "\n") + cronLine + "\n"
    }

    /// Returns the complete text that would be written.
    package func text(for scheduler: Scheduler) -> String {
        switch scheduler {
        case .cron: cronLine + "\n"
        // An XML declaration must come first.
        case .launchd: agent.text + "<!-- ~/Library/LaunchAgents/\(agent.name) -->\n"
        case .systemd: units.map { "# ~/.config/systemd/user/\($0.name)\n\($0.text)" }.joined(separator: "\n")
        }
    }

    private static func shellWord(_ word: String) -> String { "'" + word.replacing("'", with: "'\\''") + "'" }

    /// Returns a word in quotes, with backslashes, quotes, percent and dollar signs doubled or
    /// escaped (systemd.service, systemd.unit).
    private static func systemdWord(_ word: String) -> String {
        let escaped = word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("%", with: "%%")
            .replacing(
                "$", with: "$$")
        return "\"\(escaped)\""
    }
}

/// An installer that stores a schedule on the machine.
package struct ScheduleInstaller: Sendable {
    /// Writes the units, starts the last one, and returns a sentence about it. Throws `Failure` of
    /// kind `missingProgram` or `cannotCreate`.
    package let systemd: @Sendable (Schedule) throws -> String
    /// Writes the line into the user's crontab, and returns a sentence about it. Throws as
    /// `systemd`.
    package let cron: @Sendable (Schedule) throws -> String
    /// Writes and loads the agent, and returns a sentence about it. Throws as `systemd`.
    package let launchd: @Sendable (Schedule) throws -> String

    package init(
        systemd: @escaping @Sendable (Schedule) throws -> String, cron: @escaping @Sendable (Schedule) throws -> String,
        launchd: @escaping @Sendable (Schedule) throws -> String
    ) {
        self.systemd = systemd
        self.cron = cron
        self.launchd = launchd
    }

    /// Installs a schedule with one of these services.
    package func install(_ schedule: Schedule, with scheduler: Schedule.Scheduler) throws -> String {
        switch scheduler {
        case .systemd: try systemd(schedule)
        case .cron: try cron(schedule)
        case .launchd: try launchd(schedule)
        }
    }

    /// An installer that only describes the installation, for `--dry-run` and tests.
    package static let none = ScheduleInstaller(
        systemd: { "\(listed($0.units.map(\.name))) would be written and started." },
        cron: { "This line would be added to your crontab: \($0.cronLine)" },
        launchd: { "\($0.agent.name) would be written and loaded." })
}
