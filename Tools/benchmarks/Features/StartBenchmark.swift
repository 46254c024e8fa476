import Foundation

/// A benchmark of whole processes of the apps: start-up, and the first screen after a year of
/// study.
struct StartBenchmark {
    let directory: String
    let binaries: String
    let rounds: Int

    func run() throws -> Report {
        let dojang = binaries + "/dojang"
        let environment = ["HOME": directory, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
        // In a process of its own, because the measured process would inherit the size of the one
        // that prepared the data.
        _ = try ProcessMeasurement.run(
            CommandLine.arguments[0], ["--write-year", directory + "/year"], environment: environment)
        _ = try ProcessMeasurement.run(
            CommandLine.arguments[0], ["--write-family", directory + "/family"], environment: environment)
        var report = Report(title: "Whole processes (\(rounds) rounds)")
        let works: [(String, [String])] = [
            ("dojang --version", ["--version"]), ("dojang search sogi", ["search", "sogi"]),
            ("dojang, a year of study", ["--data", directory + "/year", "--today", YearOfStudy.today]),
            ("dojang, four people's five years", ["--data", directory + "/family", "--today", FamilyHome.today]),
            ("dojang family, the same", ["family", "--data", directory + "/family", "--today", FamilyHome.today]),
            ("dojang stats, a year of study", ["stats", "--data", directory + "/year", "--today", YearOfStudy.today]),
        ]
        for (name, arguments) in works { report.rows.append(try row(name, dojang, arguments, environment)) }
        return report
    }

    private func row(_ name: String, _ program: String, _ arguments: [String], _ environment: [String: String]) throws
        -> Row
    {
        var samples = Samples()
        var peak = 0
        for _ in 0..<rounds {
            let process = try ProcessMeasurement.run(program, arguments, environment: environment)
            guard process.status == 0 else { throw BenchmarkError("\(name) ended with status \(process.status)") }
            samples.add(process.seconds)
            peak = max(peak, process.peakBytes)
        }
        return Row(name, "Commonplace", samples, note: "\(peak >> 20) MiB")
    }
}
