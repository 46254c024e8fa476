import Diary
import Kernel
import Programs

/// A private folder for one conversion, gone with everything in it when this goes.
///
/// Programs get absolute paths of files that we name: nothing of what a person wrote reaches a command line.
final class WorkFolder {
    private let path: String

    init(below parent: String) throws {
        var template = Array("\(parent)/photo-XXXXXX".utf8CString)
        guard let made = template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap { mkdtemp($0) } }) else {
            throw Failure.conversionFailed("no folder can be made in \(parent)")
        }
        path = String(cString: made)
    }

    deinit {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for name in names { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let file = file(name)
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure.conversionFailed("\(file) cannot be made") }
        defer { close(descriptor) }
        guard Kernel.write(descriptor, bytes, bytes.count) == bytes.count else {
            throw Failure.conversionFailed("\(file) cannot be written")
        }
        return file
    }

    /// Runs a program that makes a file.
    ///
    /// - Returns: what it made.
    /// - Throws: `conversionFailed` when it fails, takes too long, or says that all went well and made nothing.
    func run(_ program: String, _ arguments: [String], making name: String, within deadline: Duration) throws -> [UInt8] {
        do {
            let result = try ProgramCall(program, arguments, deadline: deadline, outputLimit: 1 << 20).run().succeeded()
            guard !WorkFolder.saysDamaged(result.errors) else { throw Failure(.damaged, "the photo is damaged or cut short.") }
        } catch let failure as Failure {
            throw Failure.conversionFailed("\(failure.message.dropLast())\(failure.advice.isEmpty ? "" : " (\(failure.advice))")")
        }
        let made = file(name)
        guard let data = FileManager.default.contents(atPath: made), !data.isEmpty, data.count <= ImageHeader.largestFile else {
            throw Failure.conversionFailed("\(URL(filePath: program).lastPathComponent) made no file")
        }
        return Array(data)
    }

    /// Programs make something of a photo that was cut short, say so and end as if all were well. Other warnings are common in photos
    /// that are whole.
    private static func saysDamaged(_ errors: [UInt8]) -> Bool {
        let said = String(decoding: errors.prefix(1 << 16), as: UTF8.self).lowercased()
        return ["premature end", "not enough data", "not enough image data"].contains { said.contains($0) }
    }
}
