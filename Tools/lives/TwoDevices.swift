import Foundation
import Kernel

/// Two devices of one person, synchronized through a place.
///
/// The person uses both. One is away for days, and rounds are killed. At the end each device proves
/// that it has the same records as the other.
struct TwoDevices {
    /// The product that the owner of synchronized devices has bought, by app.
    private static let bought = ["focusflow": "com.focusflow.pro.monthly", "coin": "com.coin.premium.yearly"]
    /// The days on which the second device does not sync.
    private static let away = 2...4

    let beginning: Wish.Beginning
    let wish: Wish
    let diary: Diary

    /// Simulates both devices over all weeks.
    ///
    /// - Returns: the number of broken laws.
    func live() throws -> Int {
        let person = Person(beginning.temper, seed: wish.seed, app: beginning.app)
        let machines = try (0..<2).map { _ in try Machine(programs: wish.programs, store: nil, diary: diary) }
        defer { for machine in machines { machine.leave() } }
        diary.heading(
            "\(person.name), \(person.temper.rawValue), \(wish.weeks * 7) days with \(beginning.app) on two devices")
        let one = visit(person, machines[0])
        let other = visit(person, machines[1])
        try signIn(one, other)
        for number in 0..<wish.weeks * 7 {
            diary.heading(wish.first.adding(days: number).description)
            for visit in [one, other] {
                visit.machine.day = wish.first.adding(days: number)
                diary.line("(on the \(name(of: visit, one)))")
                guard person.comesToday(number) else { continue }
                try spendDay(visit)
            }
            if number % 3 == 1 { try cutOff(one) }
            try meet(one)
            if Self.away.contains(number) { diary.line("(the phone meets nobody)") } else { try meet(other) }
        }
        try prove(one, other)
        diary.line("\(one.machine.runs + other.machine.runs) commands, \(diary.broken) laws broken")
        return diary.broken
    }

    private func visit(_ person: Person, _ machine: Machine) -> Visit {
        Visit(beginning.app, person: person, machine: machine)
    }

    private func name(of visit: Visit, _ one: Visit) -> String { visit === one ? "laptop" : "phone" }

    private func signIn(_ one: Visit, _ other: Visit) throws {
        let place = wish.place ?? one.machine.root + "/shared"
        try wish.life(of: beginning.app).arrive(one)
        try other.give()
        for visit in [one, other] {
            if let product = Self.bought[beginning.app] { try order(visit, "plan", "sandbox", "buy", product, "--yes") }
        }
        let made = try order(one, "account", "create", place, "--name", "Laptop", "--yes", "--json")
        guard let key = made.objects.first?["key"] as? String else {
            return diary.breaks(.inStep, "no account: \(made.errors)")
        }
        try order(other, "account", "join", place, "--key", key, "--name", "Phone", "--yes")
        try order(other, "sync", "pause")
        try meet(one)
        try meet(other)
    }

    /// Spends a day at a device, starting with a look at what arrived there, so that the evening
    /// judges current expectations.
    private func spendDay(_ visit: Visit) throws {
        let life = wish.life(of: beginning.app)
        try life.evening(visit)
        for _ in 0..<visit.person.deedsToday() { try life.deed(visit) }
        try life.evening(visit)
        try Evening(visit).judge()
    }

    /// Runs one sync round. Sync is paused between rounds, so that each day belongs to one device
    /// alone.
    private func meet(_ visit: Visit) throws {
        try order(visit, "sync", "pause", "--off")
        let said = try order(visit, "sync", "now")
        if said.status != 0 { diary.breaks(.inStep, said.errors) }
        try order(visit, "sync", "pause")
    }

    /// Kills a sync round at a random point.
    private func cutOff(_ visit: Visit) throws {
        try order(visit, "sync", "pause", "--off")
        try visit.machine.interrupt(
            visit.app, ["sync", "now"], lines: [], after: Double.random(in: 0.005...0.1, using: &visit.person.chance),
            by: SIGKILL
        )
        diary.line("(sync now: killed in the middle)")
    }

    private func prove(_ one: Visit, _ other: Visit) throws {
        diary.heading("the proof")
        for visit in [one, other, one, other] { try meet(visit) }
        for visit in [one, other] { try order(visit, "sync", "pause", "--off") }
        for visit in [one, other, one] {
            let said = try order(visit, "doctor", "--devices", "--json")
            guard visit === one, let devices = said.objects.first?["devices"] as? [[String: Any]] else { continue }
            let outcomes = devices.map { "\($0["outcome"] ?? "")" }
            diary.line("(the phone: \(outcomes.joined()), \(devices.first?["records"] ?? 0) records)")
            if outcomes == ["asked"] { continue }
            if outcomes != ["same"] { diary.breaks(.inStep, said.output + said.errors) }
        }
    }

    /// Runs a command without typing errors.
    @discardableResult
    private func order(_ visit: Visit, _ words: String...) throws -> Machine.Said {
        let said = try visit.machine.run(visit.app, words)
        visit.note(visit.app, words, said)
        visit.judge(visit.app, words, said)
        return said
    }
}
