import Files
import Kernel
import Pictures
import Programs

/// A private folder for one conversion, gone with everything in it when this goes.
///
/// Programs get absolute paths of files that we name: nothing of what a person wrote reaches a command line.
struct WorkFolder {
    private let folder: TemporaryFolder

    private static let prefix = "photo"

    static func sweep(_ parent: String) { TemporaryFolder.sweep(below: parent, prefix: prefix) }

    init(below parent: String) throws {
        do { folder = try TemporaryFolder(below: parent, prefix: WorkFolder.prefix) } catch {
            throw Failure.conversionFailed("no folder can be made in \(parent)")
        }
    }

    /// What a program puts aside of a large photo lies here too, and never in the temporary folder of everybody.
    private var environment: [String: String] {
        ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path, "MAGICK_TEMPORARY_PATH": folder.path]) { $1 }
    }

    func file(_ name: String) -> String { folder.path(of: name) }

    func write(_ bytes: [UInt8], to name: String) throws -> String {
        do { return try folder.write(bytes, to: name) } catch {
            throw Failure.conversionFailed("\(file(name)) cannot be written")
        }
    }

    /// Runs a program that makes a file.
    ///
    /// - Returns: what it made.
    /// - Throws: `conversionFailed` when it fails, takes too long, or says that all went well and made nothing.
    func run(_ program: String, _ arguments: [String], making name: String, within deadline: Duration) throws -> [UInt8] {
        try run(program, arguments, making: [name], within: deadline)[0]
    }

    /// Of many pictures each core has some, so that a program works on one after the other, in memory that it keeps: a tenth less work. The last two are
    /// the C library's on Linux.
    private static let oneByOne = [
        "VIPS_CONCURRENCY": "1", "MALLOC_MMAP_THRESHOLD_": "1000000000", "MALLOC_TRIM_THRESHOLD_": "1000000000",
    ]

    /// Runs a program that makes several files, all of them or none.
    func run(_ program: String, _ arguments: [String], making names: [String], within deadline: Duration) throws -> [[UInt8]] {
        let environment = names.count > 1 ? environment.merging(WorkFolder.oneByOne) { $1 } : environment
        do {
            let result = try ProgramCall(
                program, arguments, deadline: deadline, outputLimit: 1 << 20, environment: environment
            ).run().succeeded()
            guard !WorkFolder.saysDamaged(result.errors) else { throw Failure(.damaged, "the photo is damaged or cut short.") }
        } catch let failure as Failure {
            throw Failure.conversionFailed("\(failure.message.dropLast())\(failure.advice.isEmpty ? "" : " (\(failure.advice))")")
        }
        return try names.map { name in
            guard let made = try? folder.read(name, limit: PictureLimits.largestPicture), !made.isEmpty else {
                throw Failure.conversionFailed("\(program.split(separator: "/").last ?? "") made no file")
            }
            return made
        }
    }

    /// Programs make something of a photo that was cut short, say so and end as if all were well. Other warnings are common in photos
    /// that are whole.
    private static func saysDamaged(_ errors: [UInt8]) -> Bool {
        let said = String(decoding: errors.prefix(1 << 16), as: UTF8.self).lowercased()
        return ["premature end", "not enough data", "not enough image data"].contains { said.contains($0) }
    }
}
