import Accounts
import Interface
import Kernel
import Programs
import Sync

/// The commands `sync run` and `sync install`, for automatic sync.
struct SyncServiceCommands: Sendable {
    let context: AccountsContext
    let machine: SyncHost
    private var accounts: AccountService { context.accounts }

    private struct Totals: Sendable { var rounds = 0, sent = 0, received = 0, recovered = 0 }
    private static let totalFields: [Field<Totals>] = [
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
            .option("times", .integer(1...1_000_000), "how often to meet; no end if left out"),
            returns: .one(Self.totalFields),
            changes: true
        ) { every, times in
            let account = try accounts.syncableAccount()
            if context.isDryRun { return Output(notice: "Nothing was done.") }
            return try machine.runExclusively {
                machine.report("Syncing with \(account.place). Ctrl-C ends it.")
                var engine = SyncEngine(
                    accounts, every: Double(every), pause: machine.sleep, exclusively: machine.exclusively)
                var totals = Totals()
                while times.map({ totals.rounds < $0 }) ?? true { record(try engine.syncOrWait(), &totals) }
                return .changed(
                    "Met \(counted(totals.rounds, "time")).", totals, Self.totalFields, next: ["sync status"])
            }
        }
    }

    private func record(_ event: SyncEngine.Event, _ totals: inout Totals) {
        switch event {
        case .quiet: break
        case .unreachable(let failure): machine.report("Offline: \(failure.message) What you write waits here.")
        case .reconnected(let report):
            machine.report("The place is there again.")
            record(report, &totals)
        case .synced(let report): record(report, &totals)
        }
    }

    private func record(_ report: SyncReport, _ totals: inout Totals) {
        totals.rounds += 1
        (totals.sent, totals.received, totals.recovered) = (
            totals.sent + report.sent, totals.received + report.received, totals.recovered + report.recovered
        )
        let lostText =
            report.recovered > 0 ? " \(AccountsContext.supersededText(report.recovered)): `sync recovered`." : ""
        if report.sent + report.received > 0 || !lostText.isEmpty {
            machine.report(
                "\(context.timeText(context.time.now())): sent \(report.sent), received \(report.received).\(lostText)")
        }
        for trouble in report.troubles { machine.report(trouble.message) }
    }

    // MARK: - install

    /// The interval of the cron job in minutes.
    private static let cronMinutes = 5

    var install: Command {
        Command(
            "sync install", "Let the machine sync by itself",
            discussion: """
                With systemd, this writes and starts a service of your own that runs `sync run`; with cron, it adds a line to your crontab that syncs every \
                \(Self.cronMinutes) minutes; with launchd, on a Mac, it writes and loads an agent of your own.
                """,
            examples: [.init("sync install --with cron --print", "Show the line")],
            Parameter<Schedule.Scheduler>.option("with", .choice, default: .platformDefault, "which program runs it"),
            .flag("print", "only show what would be installed"), changes: true
        ) { scheduler, show in
            let schedule = try schedule(for: scheduler)
            if show { return .text(schedule.text(for: scheduler)) }
            _ = try accounts.syncableAccount()
            return Output(
                notice: try machine.schedules.installer.install(schedule, with: scheduler), next: ["sync status"])
        }
    }

    private func schedule(for scheduler: Schedule.Scheduler) throws -> Schedule {
        let words = scheduler == .cron ? ["sync", "now", "--quiet"] : ["sync", "run"]
        let rhythm: Schedule.Rhythm =
            scheduler == .cron ? .every(minutes: Self.cronMinutes, about: "Sync \(context.product)") : .always
        return try Schedule(
            "\(accounts.app)-sync", about: "Sync of \(context.product)", machine.schedules.command + words, rhythm,
            effect: "syncs every \(Self.cronMinutes) minutes")
    }
}
