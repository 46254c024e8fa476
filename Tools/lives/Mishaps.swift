import Foundation
import Kernel

/// Mishaps of machines and people over weeks: a closed window, a crash, a full disk, a moved
/// folder, midnight.
final class Mishaps {
    private let visit: Visit
    private var machine: Machine { visit.machine }
    private var person: Person { visit.person }
    private let life: any Life
    private var isBoardHidden = false

    init(_ visit: Visit, _ life: any Life) {
        self.visit = visit
        self.life = life
    }

    func begin(day: Int) throws {
        if day == 5 { try move() }
        if day % 7 == 3 { try hideBoard() }
        if day % 4 == 2, !machine.isOnServer { try fullDisk() }
        if day % 3 == 1 { try cutOff() }
    }

    func end(day: Int) throws {
        guard isBoardHidden else { return }
        if FileManager.default.fileExists(atPath: machine.board) {
            machine.diary.reportBroken(.founded, "\(machine.board) was missing, and a command recreated it")
            try FileManager.default.removeItem(atPath: machine.board)
        }
        try FileManager.default.moveItem(atPath: machine.board + ".away", toPath: machine.board)
        isBoardHidden = false
        machine.diary.line("(the community is back)")
    }

    /// Moves the folder of the app, as to a new disk. From then on, `--data` gives its path.
    private func move() throws {
        let old = "\(machine.home)/.local/share/\(visit.app)"
        guard FileManager.default.fileExists(atPath: old) else { return }
        let new = "\(machine.home)/moved to another disk"
        try FileManager.default.moveItem(atPath: old, toPath: new)
        machine.extraOptions[visit.app] = ["--data", new]
        machine.diary.line("(the data moved to another folder)")
    }

    private func hideBoard() throws {
        guard FileManager.default.fileExists(atPath: machine.board) else { return }
        try FileManager.default.moveItem(atPath: machine.board, toPath: machine.board + ".away")
        isBoardHidden = true
        machine.diary.line("(the community cannot be reached today)")
    }

    /// Checks that commands on a full disk fail with a reason, and that the store keeps its
    /// records.
    private func fullDisk() throws {
        let before = try records()
        let words = ["community", "feedback", "the disk is full", "--yes"]
        let result = try machine.runOnFullDisk(
            visit.app, visit.app == "hub" ? ["announce", "Full", "The disk is full", "--yes"] : words)
        visit.note(visit.app, ["(full disk)"] + words, result)
        if result.status == 0 {
            machine.diary.reportBroken(.full, "nothing could be written, but the output is “\(result.firstLine)”")
        }
        if result.status > 128 || result.errors.isEmpty {
            machine.diary.reportBroken(.full, "status \(result.status): \(result.errors)")
        }
        let after = try records()
        if before != after { machine.diary.reportBroken(.full, "\(before) records before, \(after) after") }
    }

    private func records() throws -> String {
        try machine.run(visit.app, ["doctor", "--json"]).objects.first?["records"].map { "\($0)" } ?? "no"
    }

    private func cutOff() throws {
        let signals: [(String, Int32)] = [
            ("Ctrl-C", SIGINT), ("closed", SIGHUP), ("ended", SIGTERM), ("killed", SIGKILL),
        ]
        let (name, signal) = person.pick(signals)
        let night = life.nightly
        try machine.interrupt(
            visit.app, night.words, lines: Array(night.lines.prefix(3)),
            after: Double.random(in: 0.02...0.3, using: &person.random),
            by: signal)
        machine.diary.line("(\(visit.app) \(night.words.joined(separator: " ")): \(name) in the middle)")
        for name in (try? FileManager.default.contentsOfDirectory(atPath: machine.scratch)) ?? [] {
            machine.diary.reportBroken(
                .tidy, "\(name) is left in the temporary folder by a \(signal == SIGKILL ? "kill" : "signal")")
            try? FileManager.default.removeItem(atPath: "\(machine.scratch)/\(name)")
        }
    }

    /// Runs a session over midnight and one over each change of the clocks, on the machine's own
    /// day.
    func runNights() throws {
        let (words, lines) = life.nightly
        machine.diary.heading("the nights")
        for (name, zone) in [
            ("midnight", Zones.beforeMidnight()), ("the clocks go forward", Zones.forward()),
            ("the clocks go back", Zones.back()),
        ] {
            try life.evening(visit)
            let output = try machine.run(visit.app, words, lines: lines, in: zone, pausing: 0.5)
            machine.diary.line("(\(name))")
            visit.note(visit.app, words, output)
            visit.check(visit.app, words, output)
        }
        try Evening(visit).check()
    }
}

/// Time zones in POSIX form that trigger an event in two seconds.
enum Zones {
    private static var seconds: Int { Int(Date().timeIntervalSince1970) }

    /// Returns a zone in which midnight is two seconds away.
    static func beforeMidnight() -> String { "LIV\(offset(86_398 - seconds % 86_400))" }

    /// Returns a zone in which the clocks go forward by an hour in two seconds.
    static func forward() -> String { change(at: seconds + 2, isForward: true) }

    /// Returns a zone in which the clocks go back by an hour in two seconds.
    static func back() -> String { change(at: seconds + 2, isForward: false) }

    /// Returns the offset in POSIX form, which counts west: the value added to local time to get
    /// UTC.
    private static func offset(_ east: Int) -> String {
        let west = east > 43_200 ? 86_400 - east : -east
        return (west < 0 ? "-" : "") + clock(abs(west))
    }

    private static func clock(_ seconds: Int) -> String {
        String(format: "%02d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60)
    }

    /// Returns a zone with UTC in winter and one hour ahead in summer.
    ///
    /// A rule names the day of the year from 0, and the local time before the change.
    private static func change(at moment: Int, isForward: Bool) -> String {
        let begins = isForward ? moment : moment - 100 * 86_400
        let ends = isForward ? moment + 100 * 86_400 : moment
        return "WIN0SUM,\(rule(begins, local: 0)),\(rule(ends, local: 3600))"
    }

    private static func rule(_ moment: Int, local: Int) -> String {
        var time = time_t(moment + local)
        var parts = tm()
        gmtime_r(&time, &parts)
        return "\(parts.tm_yday)/\(clock(moment.advanced(by: local) % 86_400))"
    }
}
