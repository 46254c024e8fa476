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
            let path: (String) -> [String] = { ["--silent", "--force", "-o", $0, "-"] }
            let other: (String) -> [String] = {
                ["-v", "error", "-f", "wav", "-i", "pipe:0", "-c:a", "flac", "-y", $0]
            }
            let installed = [("flac", path), ("ffmpeg", other)].lazy
                .compactMap { name, words in programs.find(name).map { (path: $0, words: words) } }.first
            guard let installed else {
                throw Failure(
                    .notPacked, "No program that makes FLAC files is installed.",
                    advice: "Install one: sudo apt install flac. Or name a .wav file.", kind: .missingProgram)
            }
            do {
                let work = try TemporaryFolder(below: folder, prefix: "sound")
                let packed = work.path(of: "sound.flac")
                var call = ProgramCall(installed.path, installed.words(packed), deadline: nil, outputLimit: 1 << 20)
                call.feed = Feed { next().map(Feed.Portion.bytes) ?? .end }
                _ = try call.run().succeeded()
                let file = try RegularFile(path: packed)
                var place = 0
                while place < file.size {
                    let piece = try file.bytes(at: place, count: min(1 << 20, file.size - place))
                    try write(piece)
                    place += piece.count
                }
            } catch let trouble as FileError {
                throw Failure(.notPacked, "The file could not be packed: \(trouble)", kind: .cannotCreate)
            }
        }
    }
}
