import Kernel

/// What makes the machine run a command of an app by itself: text for systemd, for cron and for launchd.
public struct Schedule: Hashable, Sendable {
    /// When it runs.
    public enum Rhythm: Hashable, Sendable {
        /// At every so manieth minute of the hour; `about` describes the timer.
        case every(minutes: Int, about: String)
        /// From the login on, and again when it fails.
        case always
    }

    /// Who runs it.
    public enum Way: String, CaseIterable, Sendable {
        /// A unit of the person's own.
        case systemd
        /// A line of the person's crontab.
        case cron
        /// An agent of the person's own, on a Mac.
        case launchd

        /// What this machine has by itself.
        public static let usual: Way = Platform.isMac ? .launchd : .systemd
    }

    /// What its units are called, without their endings: `grain-remind`. The line of a crontab ends with it, so that it is found again.
    public let name: String
    /// What it does, for whoever looks at the unit: "Reminders of grain".
    public let about: String
    /// The program and its words, each as it is: `/usr/bin/grain`, `--data`, `/home/me/grain`, `remind`, `due`.
    public let command: [String]
    /// When it runs.
    public let rhythm: Rhythm
    /// What a person is told that the crontab does now: "checks every 5 minutes what is due".
    public let effect: String
    /// Whether it shows something on the desktop, which cron does not know.
    public let isSeen: Bool

    /// A schedule. The program's path must be absolute: neither systemd nor cron looks where a shell would.
    ///
    /// - Throws: `scheduleInvalid` when it is not, or a word holds a line end or another control character.
    public init(
        _ name: String, about: String, _ command: [String], _ rhythm: Rhythm, effect: String, isSeen: Bool = false
    ) throws {
        guard command.first?.hasPrefix("/") == true, command.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } })
        else {
            throw Failure(
                .scheduleInvalid, "The program's path cannot be used in a schedule.", advice: "Install the app, and try again.")
        }
        (self.name, self.about, self.command, self.rhythm) = (name, about, command, rhythm)
        (self.effect, self.isSeen) = (effect, isSeen)
    }

    /// The systemd units of a person: file name and text. The last one is started.
    public var units: [(name: String, text: String)] {
        let words = command.map(Schedule.systemdWord).joined(separator: " ")
        switch rhythm {
        case .every(let minutes, let timed):
            let service = "[Unit]\nDescription=\(about)\n\n[Service]\nType=oneshot\nExecStart=\(words)\n"
            let timer = """
                [Unit]
                Description=\(timed)

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

    /// The line of a crontab. What always runs is begun with the machine.
    public var cronLine: String {
        let words = command.map(Schedule.shellWord).joined(separator: " ").replacing("%", with: "\\%")
        let bus = isSeen ? "DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/$(id -u)/bus " : ""
        let times =
            switch rhythm {
            case .every(let minutes, _): "*/\(minutes) * * * *"
            case .always: "@reboot"
            }
        return "\(times) \(bus)\(words) \(cronMark)"
    }

    /// What the line of this schedule ends with.
    public var cronMark: String { "# \(name)" }

    /// A crontab with this line once, whatever stood there of this schedule before.
    public func crontab(from old: String) -> String {
        let others = old.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasSuffix(cronMark) }
        let kept = others.joined(separator: "\n")
        return kept + (kept.isEmpty || kept.hasSuffix("\n") ? "" : "\n") + cronLine + "\n"
    }

    /// All that would be written.
    public func text(for way: Way) -> String {
        switch way {
        case .cron: cronLine + "\n"
        // Nothing may stand before an XML declaration.
        case .launchd: agent.text + "<!-- ~/Library/LaunchAgents/\(agent.name) -->\n"
        case .systemd: units.map { "# ~/.config/systemd/user/\($0.name)\n\($0.text)" }.joined(separator: "\n")
        }
    }

    private static func shellWord(_ word: String) -> String { "'" + word.replacing("'", with: "'\\''") + "'" }

    /// In quotes, with backslash, quotes, percent and dollar signs doubled or escaped (systemd.service, systemd.unit).
    private static func systemdWord(_ word: String) -> String {
        let escaped = word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("%", with: "%%").replacing(
            "$", with: "$$")
        return "\"\(escaped)\""
    }
}

/// Puts a schedule where the machine finds it.
public struct ScheduleInstaller: Sendable {
    /// Writes the units and starts the last one; gives a sentence on what was done. Throws `Failure` of kind `missingProgram` or `cannotCreate`.
    public let systemd: @Sendable (Schedule) throws -> String
    /// Puts the line into the person's crontab; gives a sentence on what was done. Throws as `systemd`.
    public let cron: @Sendable (Schedule) throws -> String
    /// Writes the agent and loads it; gives a sentence on what was done. Throws as `systemd`.
    public let launchd: @Sendable (Schedule) throws -> String

    /// An installer from functions.
    public init(
        systemd: @escaping @Sendable (Schedule) throws -> String, cron: @escaping @Sendable (Schedule) throws -> String,
        launchd: @escaping @Sendable (Schedule) throws -> String
    ) {
        (self.systemd, self.cron, self.launchd) = (systemd, cron, launchd)
    }

    /// Installs it in one of these ways.
    public func install(_ schedule: Schedule, with way: Schedule.Way) throws -> String {
        switch way {
        case .systemd: try systemd(schedule)
        case .cron: try cron(schedule)
        case .launchd: try launchd(schedule)
        }
    }

    /// Installs nothing and says what would be: for `--dry-run` and tests.
    public static let none = ScheduleInstaller(
        systemd: { "\(listed($0.units.map(\.name))) would be written and started." },
        cron: { "This line would be added to your crontab: \($0.cronLine)" },
        launchd: { "\($0.agent.name) would be written and loaded." })
}
