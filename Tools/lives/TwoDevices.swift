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

    let simulation: Request.Simulation
    let request: Request
    let diary: Diary

    /// Simulates both devices over all weeks.
    ///
    /// - Returns: the number of broken laws.
    func live() throws -> Int {
        let person = Person(simulation.temper, seed: request.seed, app: simulation.app)
        let machines = try (0..<2).map { _ in try Machine(programs: request.programs, store: nil, diary: diary) }
        defer { for machine in machines { machine.cleanUp() } }
        diary.heading(
            "\(person.name), \(person.temper.rawValue), \(request.weeks * 7) days with \(simulation.app) on two devices"
        )
        let laptop = visit(person, machines[0])
        let phone = visit(person, machines[1])
        try signIn(laptop, phone)
        for number in 0..<request.weeks * 7 {
            diary.heading(request.first.adding(days: number).description)
            for visit in [laptop, phone] {
                visit.machine.day = request.first.adding(days: number)
                diary.line("(on the \(name(of: visit, laptop)))")
                guard person.visitsToday(number) else { continue }
                try spendDay(visit)
            }
            if number % 3 == 1 { try cutOff(laptop) }
            try meet(laptop)
            if Self.away.contains(number) { diary.line("(the phone meets nobody)") } else { try meet(phone) }
        }
        try prove(laptop, phone)
        diary.line("\(laptop.machine.runs + phone.machine.runs) commands, \(diary.broken) laws broken")
        return diary.broken
    }

    private func visit(_ person: Person, _ machine: Machine) -> Visit {
        Visit(simulation.app, person: person, machine: machine)
    }

    private func name(of visit: Visit, _ laptop: Visit) -> String { visit === laptop ? "laptop" : "phone" }

    private func signIn(_ laptop: Visit, _ phone: Visit) throws {
        let place = request.place ?? laptop.machine.root + "/shared"
        try request.life(of: simulation.app).setUp(laptop)
        try phone.give()
        for visit in [laptop, phone] {
            if let product = Self.bought[simulation.app] {
                try order(visit, "plan", "sandbox", "buy", product, "--yes")
            }
        }
        let made = try order(laptop, "account", "create", place, "--name", "Laptop", "--yes", "--json")
        guard let key = made.objects.first?["key"] as? String else {
            return diary.reportBroken(.inStep, "no account: \(made.errors)")
        }
        try order(phone, "account", "join", place, "--key", key, "--name", "Phone", "--yes")
        try order(phone, "sync", "pause")
        try meet(laptop)
        try meet(phone)
    }

    /// Spends a day at a device, starting with a look at what arrived there, so that the evening
    /// judges current expectations.
    private func spendDay(_ visit: Visit) throws {
        let life = request.life(of: simulation.app)
        try life.evening(visit)
        for _ in 0..<visit.person.actionCount() { try life.act(visit) }
        try life.evening(visit)
        try Evening(visit).check()
    }

    /// Runs one sync round. Sync is paused between rounds, so that each day belongs to one device
    /// alone.
    private func meet(_ visit: Visit) throws {
        try order(visit, "sync", "pause", "--off")
        let result = try order(visit, "sync", "now")
        if result.status != 0 { diary.reportBroken(.inStep, result.errors) }
        try order(visit, "sync", "pause")
    }

    /// Kills a sync round at a random point.
    private func cutOff(_ visit: Visit) throws {
        try order(visit, "sync", "pause", "--off")
        try visit.machine.interrupt(
            visit.app, ["sync", "now"], lines: [], after: Double.random(in: 0.005...0.1, using: &visit.person.random),
            by: SIGKILL
        )
        diary.line("(sync now: killed in the middle)")
    }

    private func prove(_ laptop: Visit, _ phone: Visit) throws {
        diary.heading("the proof")
        for visit in [laptop, phone, laptop, phone] { try meet(visit) }
        for visit in [laptop, phone] { try order(visit, "sync", "pause", "--off") }
        // The laptop asks, the phone answers, and the laptop compares.
        for (step, visit) in [laptop, phone, laptop].enumerated() {
            let result = try order(visit, "doctor", "--devices", "--json")
            guard visit === laptop else { continue }
            let devices = result.objects.first?["devices"] as? [[String: Any]] ?? []
            let outcomes = devices.map { "\($0["outcome"] ?? "")" }
            diary.line("(the phone: \(outcomes.joined()), \(devices.first?["records"] ?? 0) records)")
            if step == 0, outcomes == ["asked"] { continue }
            if outcomes != ["same"] { diary.reportBroken(.inStep, result.output + result.errors) }
        }
    }

    /// Runs a command without typing errors.
    @discardableResult
    private func order(_ visit: Visit, _ words: String...) throws -> Machine.RunResult {
        let output = try visit.machine.run(visit.app, words)
        visit.note(visit.app, words, output)
        visit.check(visit.app, words, output)
        return output
    }
}
