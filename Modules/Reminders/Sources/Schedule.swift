import Kernel

/// What makes the machine ask every five minutes what is due: text for systemd and for cron.
public struct ReminderSchedule: Hashable, Sendable {
    /// Minutes between two questions.
    public static let minutes = 5

    /// The app's name.
    public let app: String
    /// The program and its first words, each as it is: `/usr/bin/grain`, `--data`, `/home/me/grain`.
    public let command: [String]

    /// A schedule. The program's path must be absolute: neither systemd nor cron looks where a shell would.
    ///
    /// - Throws: `scheduleInvalid` when it is not, or a word holds a line end or another control character.
    public init(app: String, command: [String]) throws {
        guard command.first?.hasPrefix("/") == true, command.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } })
        else {
            throw Failure(
                .scheduleInvalid, "The program's path cannot be used in a schedule.", advice: "Install the app, and try again.")
        }
        (self.app, self.command) = (app, command)
    }

    /// The name of the units, without their endings: `grain-remind`.
    public var unitName: String { "\(app)-remind" }

    /// The systemd units of a person: file name and text.
    public var units: [(name: String, text: String)] {
        let words = (command + ["remind", "due"]).map(ReminderSchedule.systemdWord).joined(separator: " ")
        let service = "[Unit]\nDescription=Reminders of \(app)\n\n[Service]\nType=oneshot\nExecStart=\(words)\n"
        let timer = """
            [Unit]
            Description=Ask \(app) what is due

            [Timer]
            OnCalendar=*:0/\(ReminderSchedule.minutes)
            Persistent=true

            [Install]
            WantedBy=timers.target

            """
        return [("\(unitName).service", service), ("\(unitName).timer", timer)]
    }

    /// The line of a crontab; its end says whose it is, so that it is found again.
    public var cronLine: String {
        let words = (command + ["remind", "due"]).map(ReminderSchedule.shellWord).joined(separator: " ").replacing(
            "%", with: "\\%")
        let bus = "DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/$(id -u)/bus"
        return "*/\(ReminderSchedule.minutes) * * * * \(bus) \(words) \(cronMark)"
    }

    /// What the line of this app ends with.
    public var cronMark: String { "# \(unitName)" }

    /// A crontab with this line once, whatever stood there of this app before.
    public func crontab(from old: String) -> String {
        let others = old.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasSuffix(cronMark) }
        let kept = others.joined(separator: "\n")
        return kept + (kept.isEmpty || kept.hasSuffix("\n") ? "" : "\n") + cronLine + "\n"
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
    /// Writes the units and starts the timer; gives a sentence on what was done. Throws `Failure` of kind `missingProgram` or `cannotCreate`.
    public let systemd: @Sendable (ReminderSchedule) throws -> String
    /// Puts the line into the person's crontab; gives a sentence on what was done. Throws as `systemd`.
    public let cron: @Sendable (ReminderSchedule) throws -> String

    /// An installer from functions.
    public init(
        systemd: @escaping @Sendable (ReminderSchedule) throws -> String,
        cron: @escaping @Sendable (ReminderSchedule) throws -> String
    ) {
        (self.systemd, self.cron) = (systemd, cron)
    }

    /// Installs nothing and says what would be: for `--dry-run` and tests.
    public static let none = ScheduleInstaller(
        systemd: { "\($0.units.map(\.name).joined(separator: " and ")) would be written and started." },
        cron: { "This line would be added to your crontab: \($0.cronLine)" })
}
