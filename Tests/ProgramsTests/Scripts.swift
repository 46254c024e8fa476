import Foundation
import Programs
import XCTest

/// Returns a call of `/bin/sh` with a script.
func script(
    _ text: String, _ arguments: [String] = [], input: [UInt8] = [], deadline: Duration? = .seconds(20),
    outputLimit: Int = 16 << 20,
    environment: [String: String]? = nil, in folder: String? = nil
) -> ProgramCall {
    ProgramCall(
        "/bin/sh", ["-c", text, "sh"] + arguments, input: input, deadline: deadline, outputLimit: outputLimit,
        environment: environment, workingDirectory: folder)
}

/// Returns the number of open descriptors of this process.
func openDescriptors() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count }

/// Returns whether this process has a child, running or dead.
func hasChildren() -> Bool {
    var status: Int32 = 0
    return waitpid(-1, &status, WNOHANG) != -1
}

/// Returns descriptors that this process inherited and passes on. The tests ignore them.
func inheritedDescriptors() -> Set<Int> { Set((3..<1024).filter { fcntl(Int32($0), F_GETFD) & FD_CLOEXEC == 0 }) }

/// Returns descriptors of a child beyond the standard three and the inherited ones. `ls` holds the
/// listed folder as one more.
func unexpectedDescriptors(inherited: Set<Int>) throws -> [Int] {
    try ProgramCall("/bin/ls", ["/dev/fd/"], input: [1]).run().succeeded().text.split(separator: "\n").compactMap {
        Int($0)
    }
    .filter { $0 > 3 && !inherited.contains($0) }
}
