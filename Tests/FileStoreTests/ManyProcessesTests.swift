import Foundation
import Kernel
import TestSupport
import XCTest

/// Tests processes that share one directory: writers, a compactor and killed writers.
final class ManyProcessesTests: XCTestCase {
    func testAcknowledgedWritesOfManyProcessesArePresentOnce() throws {
        let isSlice = ProcessInfo.processInfo.environment["COMMONPLACE_ONLY"] != nil
        try XCTSkipIf(isSlice && BuiltProgram.path("benchmarks") == nil, "this package slice builds no program")
        let size = ProcessInfo.processInfo.environment["COMMONPLACE_INSERTS"].flatMap { Int($0) } ?? 100
        let directory = try TemporaryDirectory(isQuick: true)
        let store = "\(directory.path)/store"
        let compactor = try Worker(["--store-compact", store])
        let writers = try (0..<8).map { try Worker(["--store-insert", store, "\($0 * 1_000_000)", "\(size)"]) }
        var acknowledged: [Int] = []
        var attempted: Set<Int> = Set((0..<8).flatMap { $0 * 1_000_000..<$0 * 1_000_000 + size })
        // Kill each writer after some lines, possibly while it holds the lock.
        for number in 8..<16 {
            let victim = try Worker(["--store-insert", store, "\(number * 1_000_000)", "100000"])
            acknowledged += try victim.lines(atLeast: 5 + number)
            kill(victim.id, SIGKILL)
            acknowledged += victim.rest()
            attempted.formUnion(number * 1_000_000..<number * 1_000_000 + 100_000)
        }
        for writer in writers { acknowledged += writer.rest() }
        XCTAssertEqual(writers.map(\.status), [Int32](repeating: 0, count: 8))
        compactor.endInput()
        XCTAssertGreaterThan(try XCTUnwrap(compactor.rest().first), 1, "the log was compacted meanwhile")
        let check = try Worker(["--store-check", store])
        let counts = check.rest()
        XCTAssertEqual(check.status, 0)
        XCTAssertTrue(
            Set(acknowledged).isSubset(of: counts), "\(Set(acknowledged).subtracting(counts).sorted()) are lost")
        XCTAssertTrue(attempted.isSuperset(of: counts))
        XCTAssertEqual(Set(counts).count, counts.count)
        XCTAssertGreaterThanOrEqual(counts.count, 8 * size + 8 * 13)
    }
}

/// A process that prints numbers, one a line.
private final class Worker {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var half: [UInt8] = []

    init(_ arguments: [String]) throws {
        process.executableURL = URL(fileURLWithPath: try BuiltProgram.required("benchmarks"))
        process.arguments = arguments
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
    }

    var id: pid_t { process.processIdentifier }
    var status: Int32 { process.terminationStatus }

    func endInput() { try? input.fileHandleForWriting.close() }

    /// Waits for at least `count` numbers.
    func lines(atLeast count: Int) throws -> [Int] {
        var counts: [Int] = []
        while counts.count < count {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else {
                throw Failure(.init("ended"), "The process has ended after \(counts.count) lines.")
            }
            counts += take(data)
        }
        return counts
    }

    /// Returns the remaining numbers after the process has ended.
    func rest() -> [Int] {
        let text = take(output.fileHandleForReading.readDataToEndOfFile())
        process.waitUntilExit()
        return text
    }

    private func take(_ data: Data) -> [Int] {
        let bytes = half + data
        let end = bytes.lastIndex(of: 10).map { $0 + 1 } ?? 0
        half = Array(bytes[end...])
        return bytes[..<end].split(separator: 10).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    }
}
