import Foundation

/// SQLite as others call it, in processes of their own: a small C program that `Tools/bench` compiles, and Python's module. Each prints what it
/// measured in seconds; nil where the machine has not what it takes.
enum StorePeers {
    /// `COMMONPLACE_PEERS` names the folder with `sqlite.py` and, where there is a compiler, the compiled `sqlite-peer`.
    private static let folder = ProcessInfo.processInfo.environment["COMMONPLACE_PEERS"]

    /// One bulk insert from C.
    static func bulkFromC(_ path: String, _ count: Int) -> Double? {
        folder.flatMap { output("\($0)/sqlite-peer", [path, "\(count)"]) }?.first
    }

    /// What `sqlite.py` measures: `bulk`, `insert`, `newest`, `lookup`, `scan`.
    static func python(_ work: String, _ path: String, _ number: Int) -> [Double]? {
        folder.flatMap { output("/usr/bin/env", ["python3", "\($0)/sqlite.py", work, path, "\(number)"]) }
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
    mutating func add(all others: [Double]?) { for one in others ?? [.nan] { add(one) } }
}
