import Foundation

/// SQLite as other programs call it, in processes of their own: a small C program that
/// `Tools/bench` compiles, and Python's module.
///
/// Each prints its measurements in seconds. The result is nil if the machine lacks a requirement.
enum StorePeers {
    /// The folder that `COMMONPLACE_PEERS` names, with `sqlite.py` and, if there is a compiler, the
    /// compiled `sqlite-peer`.
    private static let folder = ProcessInfo.processInfo.environment["COMMONPLACE_PEERS"]

    /// Measures one bulk insert from C.
    static func bulkFromC(_ path: String, _ count: Int) -> Double? {
        folder.flatMap { output("\($0)/sqlite-peer", [path, "\(count)"]) }?.first
    }

    /// Runs `sqlite.py` with `bulk`, `insert`, `newest`, `lookup` or `scan`, and returns its
    /// measurements.
    static func python(_ work: String, _ path: String, _ number: Int) -> [Double]? {
        folder.flatMap { output("/usr/bin/env", ["python3", "\($0)/sqlite.py", work, path, "\(number)"]) }
    }

    /// Runs the same work once in each of several processes, and returns their times from start to
    /// end and the greatest peak memory.
    static func wholePython(_ work: String, _ path: String, _ rounds: Int) -> (seconds: Samples, peak: Int)? {
        guard let folder else { return nil }
        var samples = Samples()
        var peak = 0
        for _ in 0..<rounds {
            let words = ["python3", "\(folder)/sqlite.py", work, path, "1"]
            guard let process = try? ProcessMeasurement.run("/usr/bin/env", words, environment: [:]),
                process.status == 0
            else {
                return nil
            }
            samples.add(process.seconds)
            peak = max(peak, process.peakBytes)
        }
        return (samples, peak)
    }

    private static func output(_ program: String, _ arguments: [String]) -> [Double]? {
        guard FileManager.default.isExecutableFile(atPath: program) else { return nil }
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        (process.standardOutput, process.standardError) = (pipe, FileHandle.nullDevice)
        guard (try? process.run()) != nil else { return nil }
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let numbers = text.split(separator: "\n").compactMap { Double($0) }
        return process.terminationStatus == 0 && !numbers.isEmpty ? numbers : nil
    }
}

extension Samples {
    mutating func add(all others: [Double]?) { for sample in others ?? [.nan] { add(sample) } }
}
