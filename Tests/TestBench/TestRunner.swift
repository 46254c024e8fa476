import Foundation

/// The program that runs these tests, for whoever needs a process of its own that knows what the tests know.
public enum TestRunner {
    /// The words that run one test in a process of its own.
    ///
    /// - Parameters:
    ///   - test: `StorageTests.AttendingTests/testAttends`.
    ///   - variables: what the test finds in its environment besides ours.
    public static func words(_ test: String, _ variables: [String: String]) -> [String] {
        // One that is killed would leave half of what it counted in the file of the run.
        let all = variables.merging(["LLVM_PROFILE_FILE": "/dev/null"]) { $1 }
        let given = all.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        #if canImport(Darwin)
            return ["/usr/bin/env"] + given + [CommandLine.arguments[0], "-XCTest", test, Bundle(for: Home.self).bundlePath]
        #else
            return ["/usr/bin/env"] + given + [CommandLine.arguments[0], test]
        #endif
    }
}
