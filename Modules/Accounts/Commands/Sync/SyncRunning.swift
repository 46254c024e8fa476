import Accounts
import Kernel
import Programs
import Sync
import Terminal

/// `sync run` and `sync install`: keeping in step without being asked.
struct SyncRunning: Sendable {
    let hall: AccountHall
    let machine: SyncMachine
    private var accounts: Accounts { hall.accounts }

    private struct Sum: Sendable { var rounds = 0, sent = 0, received = 0, recovered = 0 }
    private static let sum: [Field<Sum>] = [
        Field("rounds", title: "Rounds", "how often the devices met") { .integer($0.rounds) },
        Field("sent", title: "Sent", "changes that left") { .integer($0.sent) },
        Field("received", title: "Received", "changes that came") { .integer($0.received) },
        Field("recovered", title: "Gave way", "versions of yours that gave way") { .integer($0.recovered) },
    ]

    var run: Command {
        Command(
            "sync run", "Keep running, and sync whenever something changes here or there",
            discussion: """
                One meeting at the beginning, then whenever something was written here or another device has left something. While the place is away it is \
                looked for less and less, every five minutes at last. It ends when you sign out, pause, or have no right to it any more; what waits then, \
                waits. Ctrl-C ends it. The status is 75 where it is running already.
                """,
            examples: [.init("sync run --times 1", "meet once", runs: false)],
            .option("every", .duration, default: 300, shown: "5m", "how often to meet though nothing has changed"),
            .option("times", .integer(1...1_000_000), "how often to meet; no end if left out"), returns: .one(Self.sum),
            changes: true
        ) { every, times in
            let account = try accounts.active()
            if hall.isRehearsal { return Output(notice: "Nothing was done.") }
            return try machine.keepingOn {
                machine.say("Syncing with \(account.place). Ctrl-C ends it.")
                var engine = SyncEngine(accounts, every: Double(every), pause: machine.sleep, alone: machine.alone)
                var sum = Sum()
                while times.map({ sum.rounds < $0 }) ?? true { tell(try engine.step(), &sum) }
                return .changed("Met \(counted(sum.rounds, "time")).", sum, Self.sum, next: ["sync status"])
            }
        }
    }

    private func tell(_ event: SyncEngine.Event, _ sum: inout Sum) {
        switch event {
        case .quiet: break
        case .away(let failure): machine.say("Offline: \(failure.message) What you write waits here.")
        case .back(let report):
            machine.say("The place is there again.")
            tell(report, &sum)
        case .met(let report): tell(report, &sum)
        }
    }

    private func tell(_ report: SyncReport, _ sum: inout Sum) {
        sum.rounds += 1
        (sum.sent, sum.received, sum.recovered) = (
            sum.sent + report.sent, sum.received + report.received, sum.recovered + report.recovered
        )
        let gaveWay = report.recovered > 0 ? " \(AccountHall.gaveWay(report.recovered)): `sync recovered`." : ""
        if report.sent + report.received > 0 || !gaveWay.isEmpty {
            machine.say("\(hall.moment(hall.time.now())): sent \(report.sent), received \(report.received).\(gaveWay)")
        }
        for trouble in report.troubles { machine.say(trouble.message) }
    }

    // MARK: - install

    /// Minutes between two meetings that cron begins.
    private static let minutes = 5

    var install: Command {
        Command(
            "sync install", "Let the machine sync by itself",
            discussion: """
                With systemd, this writes and starts a service of your own that runs `sync run`; with cron, it adds a line to your crontab that syncs every \
                \(Self.minutes) minutes; with launchd, on a Mac, it writes and loads an agent of your own.
                """,
            examples: [.init("sync install --with cron --print", "Show the line")],
            Parameter<Schedule.Way>.option("with", .choice, default: .usual, "which program runs it"),
            .flag("print", "only show what would be installed"), changes: true
        ) { way, show in
            let schedule = try schedule(for: way)
            if show { return .text(schedule.text(for: way)) }
            _ = try accounts.active()
            return Output(notice: try machine.schedules.installer.install(schedule, with: way), next: ["sync status"])
        }
    }

    private func schedule(for way: Schedule.Way) throws -> Schedule {
        let words = way == .cron ? ["sync", "now", "--quiet"] : ["sync", "run"]
        let rhythm: Schedule.Rhythm =
            way == .cron ? .every(minutes: Self.minutes, about: "Sync \(hall.product)") : .always
        return try Schedule(
            "\(accounts.app)-sync", about: "Sync of \(hall.product)", machine.schedules.command + words, rhythm,
            effect: "syncs every \(Self.minutes) minutes")
    }
}
