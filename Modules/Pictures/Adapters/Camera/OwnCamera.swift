import Files
import Kernel
import Pictures
import Programs

extension Camera {
    /// What somebody chose: a command, a folder, or the machine's own camera.
    public static func chosen(_ command: String?, _ folder: String?, _ programs: Programs, workingIn work: String) -> Camera {
        if let command { return .command(command, programs, workingIn: work) }
        return folder.map { .newest(in: $0) } ?? .machine(programs)
    }

    /// A command of somebody's own. Blanks part its words and no shell reads them; `{camera}` is front or back, `{}` a file that it writes; without `{}`
    /// the photo is what it writes to standard output.
    ///
    /// - Parameter folder: where the file lies meanwhile.
    public static func command(
        _ command: String, _ programs: Programs, workingIn folder: String, within deadline: Duration = .seconds(30)
    ) -> Camera {
        let dark = Darkness(programs)
        return Camera(name: "your command") { side in
            let words = command.split(separator: " ").map { String($0).replacing("{camera}", with: side.rawValue) }
            guard let name = words.first, let program = name.hasPrefix("/") ? name : programs.find(name) else {
                throw Failure.cameraMissing("The program “\(words.first ?? "")” of your command is not installed.")
            }
            guard words.contains(where: { $0.contains("{}") }) else {
                return try photo(
                    ProgramCall(program, Array(words.dropFirst()), deadline: deadline, outputLimit: PictureLimits.largestPicture))
            }
            let work = try TemporaryFolder(below: folder, prefix: "camera")
            let arguments = words.dropFirst().map { $0.replacing("{}", with: work.path(of: "photo.jpg")) }
            let result = try ProgramCall(program, arguments, deadline: deadline).run()
            do { _ = try result.succeeded() } catch let failure as Failure {
                throw Failure.cameraFailed("\(failure.message.dropLast())\(failure.advice.isEmpty ? "" : " (\(failure.advice))")")
            }
            guard let made = try? work.read("photo.jpg", limit: PictureLimits.largestPicture), !made.isEmpty else {
                throw Failure.cameraFailed("your command wrote no file")
            }
            return made
        } isBlack: {
            dark.isBlack($0)
        }
    }

    /// The newest photo in a folder that a phone fills: taking one is having sent it. Links, and files of other kinds, are passed over.
    public static func newest(in folder: String) -> Camera {
        Camera(name: folder) { _ in
            let open: Folder
            let names: [String]
            do {
                open = try Folder.open(folder, [], making: false)
                names = try open.names()
            } catch { throw Failure.cameraMissing("The folder \(folder) cannot be read.") }
            let endings = PictureFormat.allCases.filter(\.isPhoto).map { ".\($0.fileExtension)" } + [".jpeg", ".heif"]
            let photos = names.filter { name in endings.contains { name.lowercased().hasSuffix($0) } }
            let newest = photos.compactMap { name in open.facts(of: name).map { (name: name, at: $0.changedAt) } }
                .max { ($0.at, $0.name) < ($1.at, $1.name) }
            guard let newest else { throw Failure.cameraMissing("The folder \(folder) has no photo.") }
            do { return try open.read(newest.name, limit: PictureLimits.largestPicture) } catch {
                throw Failure.cameraFailed("\(newest.name) cannot be read")
            }
        }
    }
}
