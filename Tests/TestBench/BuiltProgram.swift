import Foundation
import Kernel

/// The programs of this build, as they lie beside the tests.
public enum BuiltProgram {
    /// Where a program lies; nil where it was not built, as in a slice of the house.
    public static func path(_ name: String) -> String? {
        [CommandLine.arguments[0], Bundle(for: Home.self).bundlePath]
            .map { URL(fileURLWithPath: $0).deletingLastPathComponent().appendingPathComponent(name).path }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Where a program lies.
    ///
    /// - Throws: `notBuilt`.
    public static func required(_ name: String) throws -> String {
        guard let path = path(name) else { throw Failure(.init("notBuilt"), "\(name) is not built; build everything first.") }
        return path
    }
}
