import Foundation
import Kernel

/// The programs of this build, which are next to the tests.
public enum BuiltProgram {
    /// Returns the path of a program, or nil if it wasn't built, as in a partial build.
    public static func path(_ name: String) -> String? {
        [CommandLine.arguments[0], Bundle(for: Home.self).bundlePath]
            .map { URL(fileURLWithPath: $0).deletingLastPathComponent().appendingPathComponent(name).path }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Returns the path of a program.
    ///
    /// - Throws: `notBuilt`.
    public static func required(_ name: String) throws -> String {
        guard let path = path(name) else {
            throw Failure(.init("notBuilt"), "\(name) is not built; build everything first.")
        }
        return path
    }
}
