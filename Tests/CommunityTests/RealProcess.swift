import Foundation
import TestSupport
import XCTest

/// A process of the `benchmarks` program; see `CommunityProcesses` there.
final class RealProcess {
    private let process = Process()
    // A file, because a full pipe would block the process.
    private let output = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent(
        "said-\(UUID().uuidString)")

    init(_ arguments: [String]) throws {
        let program = BuiltProgram.path("benchmarks")
        let isSlice = ProcessInfo.processInfo.environment["COMMONPLACE_ONLY"] != nil
        if program == nil, isSlice { throw XCTSkip("a slice of the house builds no programs") }
        process.executableURL = URL(fileURLWithPath: try XCTUnwrap(program, "build everything first"))
        process.arguments = arguments
        try Data().write(to: output)
        process.standardOutput = try FileHandle(forWritingTo: output)
        // A coverage profile truncated by a kill would break the merged profile.
        process.environment = ProcessInfo.processInfo.environment.merging(["LLVM_PROFILE_FILE": "/dev/null"]) { $1 }
        try process.run()
    }

    /// Waits for the end of the process and returns its output.
    func rest() -> String {
        process.waitUntilExit()
        defer { try? FileManager.default.removeItem(at: output) }
        return String(decoding: (try? Data(contentsOf: output)) ?? Data(), as: UTF8.self)
    }

    var wasKilled: Bool { process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL }
    var status: Int32 { process.terminationStatus }
}
