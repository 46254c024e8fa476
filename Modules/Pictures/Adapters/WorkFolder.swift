import Files
import Kernel
import Pictures
import Programs

/// A private folder for one conversion, deleted with its contents at the end of its lifetime.
///
/// Programs receive absolute paths of files that the app names, so no user input reaches a command
/// line.
struct WorkFolder {
    private let folder: TemporaryFolder

    private static let prefix = "photo"

    static func sweep(_ parent: String) { TemporaryFolder.sweep(below: parent, prefix: prefix) }

    init(below parent: String) throws {
        do { folder = try TemporaryFolder(below: parent, prefix: WorkFolder.prefix) } catch {
            throw Failure.conversionFailed("no folder can be made in \(parent)")
        }
    }

    /// The environment that keeps a program's temporary files in this folder, not in the shared
    /// temporary folder.
    private var environment: [String: String] {
        ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path, "MAGICK_TEMPORARY_PATH": folder.path]) {
            $1
        }
    }

    func file(_ name: String) -> String { folder.path(of: name) }

    func write(_ bytes: [UInt8], to name: String) throws -> String {
        do { return try folder.write(bytes, to: name) } catch {
            throw Failure.conversionFailed("\(file(name)) cannot be written")
        }
    }

    /// Runs a program that makes a file and returns the contents of the file.
    ///
    /// - Throws: `conversionFailed` if the program fails, takes too long, or reports success
    ///   without a file.
    func run(_ program: String, _ arguments: [String], making name: String, within deadline: Duration) throws -> [UInt8]
    {
        try run(program, arguments, making: [name], within: deadline)[0]
    }

    /// The environment for a batch, in which each core processes one picture at a time and reuses
    /// its memory.
    ///
    /// It saves a tenth of the time. The last two variables concern the C library on Linux.
    private static let batchEnvironment = [
        "VIPS_CONCURRENCY": "1", "MALLOC_MMAP_THRESHOLD_": "1000000000", "MALLOC_TRIM_THRESHOLD_": "1000000000",
    ]

    /// Runs a program that makes several files and returns the contents of all of them.
    func run(_ program: String, _ arguments: [String], making names: [String], within deadline: Duration) throws
        -> [[UInt8]]
    {
        let environment = names.count > 1 ? environment.merging(WorkFolder.batchEnvironment) { $1 } : environment
        do {
            let result = try ProgramCall(
                program, arguments, deadline: deadline, outputLimit: 1 << 20, environment: environment
            ).run().succeeded()
            guard !WorkFolder.reportsDamage(result.errors) else {
                throw Failure(.damaged, "the photo is damaged or cut short.")
            }
        } catch let failure as Failure {
            throw Failure.conversionFailed(
                "\(failure.message.dropLast())\(failure.advice.isEmpty ? "" : " (\(failure.advice))")")
        }
        return try names.map { name in
            guard let contents = try? folder.read(name, limit: PictureLimits.largestPicture), !contents.isEmpty else {
                throw Failure.conversionFailed("\(program.split(separator: "/").last ?? "") made no file")
            }
            return contents
        }
    }

    /// Returns whether the program's messages report a damaged photo.
    ///
    /// Programs convert a truncated photo, report it and exit successfully. Other warnings are
    /// common for intact photos.
    private static func reportsDamage(_ errors: [UInt8]) -> Bool {
        let messages = String(decoding: errors.prefix(1 << 16), as: UTF8.self).lowercased()
        return ["premature end", "not enough data", "not enough image data"].contains { messages.contains($0) }
    }
}
