import Files
import Kernel
import Pictures
import Programs

extension Camera {
    /// What somebody chose: a command, a folder, or the machine's own camera.
    ///
    /// - Parameter today: of which day a photo of the folder must be; nil for any.
    public static func chosen(
        _ command: String?, _ folder: String?, _ programs: Programs, workingIn work: String, of today: LocalDay? = nil
    ) -> Camera {
        if let command { return .command(command, programs, workingIn: work) }
        return folder.map { .newest(in: $0, of: today) } ?? .machine(programs)
    }

    /// A command of somebody's own. Blanks part its words and no shell reads them; `{camera}` is front or back, `{}` a file that it writes; without `{}`
    /// the photo is what it writes to standard output.
    ///
    /// - Parameter folder: where the file lies meanwhile.
    public static func command(
        _ command: String, _ programs: Programs, workingIn folder: String, within deadline: Duration = .seconds(30)
    ) -> Camera {
        let dark = Darkness(programs)
        return Camera(name: "your command", isThere: { program(of: command, programs) != nil }) { side in
            let words = command.split(separator: " ").map { String($0).replacing("{camera}", with: side.rawValue) }
            guard let program = program(of: command, programs) else {
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

    private static func program(of command: String, _ programs: Programs) -> String? {
        guard let name = command.split(separator: " ").first.map(String.init) else { return nil }
        return name.hasPrefix("/") ? name : programs.find(name)
    }

    /// A day on the clock that hangs on somebody's wall.
    public struct LocalDay: Sendable {
        let day: Day
        let calendar: LocalCalendar

        /// That day, by that calendar.
        public init(_ day: Day, by calendar: LocalCalendar) { (self.day, self.calendar) = (day, calendar) }
    }

    /// The newest photo in a folder that a phone fills: taking one is having sent it. Links, and files of other kinds, are passed over.
    ///
    /// - Parameter today: a photo is only taken that is of this day, by its file and by what its camera says; nil for any.
    public static func newest(in folder: String, of today: LocalDay? = nil) -> Camera {
        Camera(name: folder, isThere: { (try? Folder.open(folder, [], making: false)) != nil }) { _ in
            let open: Folder
            let names: [String]
            do {
                open = try Folder.open(folder, [], making: false)
                names = try open.names()
            } catch { throw Failure.cameraMissing("The folder \(folder) cannot be read.") }
            let endings = PictureFormat.allCases.filter(\.isPhoto).map { ".\($0.fileExtension)" } + [".jpeg", ".heif"]
            let photos = names.filter { name in endings.contains { name.lowercased().hasSuffix($0) } }
            let found = photos.compactMap { name in open.facts(of: name).map { (name: name, at: $0.changedAt) } }
                .sorted { ($0.at, $0.name) > ($1.at, $1.name) }
            guard !found.isEmpty else { throw Failure.cameraMissing("The folder \(folder) has no photo.") }
            var latest: Day?
            for (name, at) in found {
                let changed = today?.calendar.day(of: at)
                // No file is older than its photo.
                if let today, let changed, changed < today.day {
                    latest = latest ?? changed
                    break
                }
                guard let bytes = try? open.read(name, limit: PictureLimits.largestPicture) else {
                    throw Failure.cameraFailed("\(name) cannot be read")
                }
                let taken = try? CameraGlance(ByteSource(name: name, bytes))?.camera.taken?.day
                guard let today, let taken, taken < today.day else { return bytes }
                latest = latest.map { max($0, taken) } ?? taken
            }
            let place = folder
            throw Failure.photoNotOfToday(
                latest.map { "The newest photo in \(place) is of \($0), and not of today." }
                    ?? "The newest photo in \(place) is not of today.")
        }
    }
}
