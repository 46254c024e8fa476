import Files
import Kernel
import Programs
import Sound
import Synchronization

extension SoundPacker {
    /// Creates a packer with `flac` or `ffmpeg`, whichever is installed.
    ///
    /// - Parameter folder: the folder of the unfinished file.
    package static func machine(_ programs: ProgramPath, work folder: String) -> SoundPacker {
        SoundPacker { next, write in
            let flacArguments: (String) -> [String] = { ["--silent", "--force", "-o", $0, "-"] }
            let ffmpegArguments: (String) -> [String] = {
                ["-v", "error", "-f", "wav", "-i", "pipe:0", "-c:a", "flac", "-y", $0]
            }
            let encoder = [("flac", flacArguments), ("ffmpeg", ffmpegArguments)].lazy
                .compactMap { name, arguments in programs.find(name).map { (path: $0, arguments: arguments) } }.first
            guard let encoder else {
                throw Failure(
                    .notPacked, "No program that makes FLAC files is installed.",
                    advice: "Install one: sudo apt install flac. Or name a .wav file.", kind: .missingProgram)
            }
            do {
                let work = try TemporaryFolder(below: folder, prefix: "sound")
                let packed = work.path(of: "sound.flac")
                var call = ProgramCall(encoder.path, encoder.arguments(packed), deadline: nil, outputLimit: 1 << 20)
                call.feed = Feed { next().map(Feed.Portion.bytes) ?? .end }
                _ = try call.run().succeeded()
                let file = try RegularFile(path: packed)
                var offset = 0
                while offset < file.size {
                    let piece = try file.bytes(at: offset, count: min(1 << 20, file.size - offset))
                    try write(piece)
                    offset += piece.count
                }
            } catch let error as FileError {
                throw Failure(.notPacked, "The file could not be packed: \(error)", kind: .cannotCreate)
            }
        }
    }
}
