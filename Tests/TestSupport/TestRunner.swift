import Foundation

/// Runs a test in its own process, for tests that need a second process.
public enum TestRunner {
    /// Returns the command line that runs one test in its own process.
    ///
    /// - Parameters:
    ///   - test: The test, such as `StorageTests.AttendingTests/testAttends`.
    ///   - variables: Additional environment variables.
    public static func words(_ test: String, _ variables: [String: String]) -> [String] {
        // A killed process would leave an incomplete coverage profile in the file of the run.
        let all = variables.merging(["LLVM_PROFILE_FILE": "/dev/null"]) { $1 }
        let variables = all.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        #if canImport(Darwin)
            return ["/usr/bin/env"] + variables + [
                CommandLine.arguments[0], "-XCTest", test, Bundle(for: Home.self).bundlePath,
            ]
        #else
            return ["/usr/bin/env"] + variables + [CommandLine.arguments[0], test]
        #endif
    }
}
