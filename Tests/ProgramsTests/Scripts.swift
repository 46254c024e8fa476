import Foundation
import Programs
import XCTest

/// A call of the shell with a script.
func script(
    _ text: String, _ arguments: [String] = [], input: [UInt8] = [], deadline: Duration? = .seconds(20),
    outputLimit: Int = 16 << 20,
    environment: [String: String]? = nil, in folder: String? = nil
) -> ProgramCall {
    ProgramCall(
        "/bin/sh", ["-c", text, "sh"] + arguments, input: input, deadline: deadline, outputLimit: outputLimit,
        environment: environment, workingDirectory: folder)
}

/// Descriptors that this process has open.
func openDescriptors() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count }

/// Whether this process has any child, running or dead.
func hasChildren() -> Bool {
    var status: Int32 = 0
    return waitpid(-1, &status, WNOHANG) != -1
}

/// What was open when this process began and is passed on; not ours to judge.
func inheritedDescriptors() -> Set<Int> { Set((3..<1024).filter { fcntl(Int32($0), F_GETFD) & FD_CLOEXEC == 0 }) }

/// Descriptors that a child has beyond the standard three. The listing program holds the listed folder as one more.
func strangers(inherited: Set<Int>) throws -> [Int] {
    try ProgramCall("/bin/ls", ["/dev/fd/"], input: [1]).run().succeeded().text.split(separator: "\n").compactMap { Int($0) }
        .filter { $0 > 3 && !inherited.contains($0) }
}
