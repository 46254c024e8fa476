import Foundation
import Kernel

/// Runs `lives [APP …] [eager|sporadic|clumsy …] [--devices [--place PLACE]] [--weeks N] [--seed S]
/// [--store ENGINE] [--bin DIR] [--quiet]`.
///
/// The program simulates weeks with the real programs and writes a diary. Its exit status is 1 if a
/// law was broken.
@main
enum Lives {
    static func main() {
        // A process that a shell starts in the background, or by `nohup`, ignores Ctrl-C or a
        // closed terminal. Its child processes inherit that, and an interrupted one would wait
        // forever.
        for number in [SIGINT, SIGQUIT, SIGHUP, SIGTERM] { signal(number, SIG_DFL) }
        do {
            let request = try Request(Array(CommandLine.arguments.dropFirst()))
            let broken = try request.lives().reduce(0) { try $0 + live($1, request) }
            print(broken == 0 ? "\nEvery law held." : "\n\(broken) laws were broken; the same words replay it.")
            exit(broken == 0 ? 0 : 1)
        } catch let error as Request.UsageError {
            FileHandle.standardError.write(Data("lives: \(error.reason)\n".utf8))
            exit(64)
        } catch {
            FileHandle.standardError.write(Data("lives: \(error)\n".utf8))
            exit(70)
        }
    }

    /// Simulates one person's weeks with one app.
    ///
    /// - Returns: the number of broken laws.
    private static func live(_ simulation: Request.Simulation, _ request: Request) throws -> Int {
        let diary = Diary(isQuiet: request.isQuiet)
        if request.hasDevices { return try TwoDevices(simulation: simulation, request: request, diary: diary).live() }
        let person = Person(simulation.temper, seed: request.seed, app: simulation.app)
        let machine = try Machine(programs: request.programs, store: request.store, diary: diary)
        defer { machine.cleanUp() }
        diary.heading(
            "\(person.name), \(person.temper.rawValue), \(request.weeks == 1 ? "a week" : "\(request.weeks) weeks")"
                + " with \(simulation.app)"
        )
        let visit = Visit(simulation.app, person: person, machine: machine)
        let life = simulation.life
        try life.setUp(visit)
        let mishaps = Mishaps(visit, life)
        for number in 0..<request.weeks * 7 {
            machine.day = request.first.adding(days: number)
            diary.heading(machine.day.description)
            guard person.visitsToday(number) else {
                diary.line("(did not come)")
                continue
            }
            try mishaps.begin(day: number)
            for _ in 0..<person.actionCount() { try life.act(visit) }
            try mishaps.end(day: number)
            try life.evening(visit)
            try Evening(visit).check()
        }
        try mishaps.runNights()
        diary.line("\(machine.runs) commands, \(diary.broken) laws broken")
        return diary.broken
    }
}

/// The request from the command line.
struct Request {
    /// The error of an invalid command line.
    struct UsageError: Error {
        let reason: String
    }

    /// The weeks of one person with one app.
    struct Simulation {
        let app: String
        let temper: Temper
        let life: any Life
    }

    private(set) var weeks = 2
    private(set) var seed: UInt64 = 1
    private(set) var isQuiet = false
    /// Whether each person uses two synchronized devices.
    private(set) var hasDevices = false
    /// The place where the devices meet, or nil for a folder of their own.
    private(set) var place: String?
    private(set) var programs = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
    private(set) var store: String?
    private var apps: [String] = []
    private var tempers: [Temper] = []

    /// The last day of a life is the machine's own day, because a program cannot choose the day of
    /// a real midnight.
    var first: Day { Machine.realDay.adding(days: -(weeks * 7)) }

    private static let allApps: [(app: String, life: @Sendable () -> any Life)] = [
        ("dojang", { DojangLife() }), ("grain", { GrainLife() }), ("coin", { CoinLife() }),
        ("focusflow", { FocusFlowLife() }), ("hub", { HubLife() }),
    ]

    init(_ words: [String]) throws {
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--weeks": weeks = try Self.number(&rest, word, 1...520)
            case "--seed": seed = UInt64(try Self.number(&rest, word, 0...Int.max))
            case "--store": store = try Self.engine(&rest, word)
            case "--bin": programs = try Self.value(&rest, word)
            case "--quiet": isQuiet = true
            case "--devices": hasDevices = true
            case "--place": place = try Self.value(&rest, word)
            case _ where Temper(rawValue: word) != nil:
                tempers.append(contentsOf: [Temper(rawValue: word)].compactMap { $0 })
            case _ where Self.allApps.contains { $0.app == word }: apps.append(word)
            default:
                throw UsageError(
                    reason:
                        "“\(word)” is neither an app nor eager, sporadic, clumsy, --devices, --place PLACE, --weeks N, --seed S, --store ENGINE, --bin DIR, --quiet"
                )
            }
        }
    }

    /// Returns every temper with every named app, or with all apps if none is named.
    func lives() -> [Simulation] {
        Self.allApps.filter { (apps.isEmpty || apps.contains($0.app)) && !(hasDevices && $0.app == "hub") }
            .flatMap { entry in
                (tempers.isEmpty ? Temper.allCases : tempers).map {
                    Simulation(app: entry.app, temper: $0, life: entry.life())
                }
            }
    }

    private static func engine(_ rest: inout ArraySlice<String>, _ option: String) throws -> String {
        let engine = try value(&rest, option)
        guard engine == "sqlite" || engine.hasPrefix("postgres:") else {
            throw UsageError(reason: "\(option) takes sqlite or postgres:URL")
        }
        return engine
    }

    /// Returns another life with an app, without any memory of earlier days.
    func life(of app: String) -> any Life { Self.allApps.first { $0.app == app }?.life() ?? HubLife() }

    private static func value(_ rest: inout ArraySlice<String>, _ option: String) throws -> String {
        guard let value = rest.popFirst() else { throw UsageError(reason: "\(option) needs a value") }
        return value
    }

    private static func number(_ rest: inout ArraySlice<String>, _ option: String, _ range: ClosedRange<Int>) throws
        -> Int
    {
        guard let number = Int(try value(&rest, option)), range.contains(number) else {
            throw UsageError(reason: "\(option) takes \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}
