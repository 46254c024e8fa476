import Files
import Kernel
import Pictures
import Programs

extension Camera {
    /// Creates the camera that the user selected: a command, a folder, or the machine's own camera.
    ///
    /// - Parameter today: the required day of a photo in the folder. With nil any day is accepted.
    package static func chosen(
        _ command: String?, _ folder: String?, _ programs: ProgramPath, workingIn work: String,
        of today: LocalDay? = nil
    ) -> Camera {
        if let command { return .command(command, programs, workingIn: work) }
        return folder.map { .newest(in: $0, of: today) } ?? .machine(programs)
    }

    /// Creates a camera from the user's own command, which is split at blanks and run without a
    /// shell.
    ///
    /// `{camera}` is replaced by front or back, `{}` by a file that the command writes. Without
    /// `{}` the photo is its standard output.
    ///
    /// - Parameter folder: the folder of the temporary file.
    package static func command(
        _ command: String, _ programs: ProgramPath, workingIn folder: String, within deadline: Duration = .seconds(30)
    ) -> Camera {
        let detector = BlackPhotoDetector(programs)
        return Camera(name: "your command", isAvailable: { program(of: command, programs) != nil }) { side in
            let words = command.split(separator: " ").map { String($0).replacing("{camera}", with: side.rawValue) }
            guard let program = program(of: command, programs) else {
                throw Failure.cameraMissing("The program “\(words.first ?? "")” of your command is not installed.")
            }
            guard words.contains(where: { $0.contains("{}") }) else {
                return try photo(
                    ProgramCall(
                        program, Array(words.dropFirst()), deadline: deadline, outputLimit: PictureLimits.largestPicture
                    ))
            }
            let work = try TemporaryFolder(below: folder, prefix: "camera")
            let arguments = words.dropFirst().map { $0.replacing("{}", with: work.path(of: "photo.jpg")) }
            let result = try ProgramCall(program, arguments, deadline: deadline).run()
            do { _ = try result.succeeded() } catch let failure as Failure {
                throw Failure.cameraFailed(
                    "\(failure.message.dropLast())\(failure.advice.isEmpty ? "" : " (\(failure.advice))")")
            }
            guard let contents = try? work.read("photo.jpg", limit: PictureLimits.largestPicture), !contents.isEmpty
            else {
                throw Failure.cameraFailed("your command wrote no file")
            }
            return contents
        } isBlack: {
            detector.isBlack($0)
        }
    }

    private static func program(of command: String, _ programs: ProgramPath) -> String? {
        guard let name = command.split(separator: " ").first.map(String.init) else { return nil }
        return name.hasPrefix("/") ? name : programs.find(name)
    }

    /// A day in the user's local time.
    package struct LocalDay: Sendable {
        let day: Day
        let calendar: LocalCalendar

        package init(_ day: Day, by calendar: LocalCalendar) {
            self.day = day
            self.calendar = calendar
        }
    }

    /// Creates a camera that returns the newest photo of a folder that a phone fills.
    ///
    /// Symbolic links and other kinds of files are ignored.
    ///
    /// - Parameter today: the required day of the photo, by the file's date and by the camera's
    ///   notes. With nil any day is accepted.
    package static func newest(in folder: String, of today: LocalDay? = nil) -> Camera {
        Camera(name: folder, isAvailable: { (try? Folder.open(folder, [], making: false)) != nil }) { _ in
            let openFolder: Folder
            let names: [String]
            do {
                openFolder = try Folder.open(folder, [], making: false)
                names = try openFolder.names()
            } catch { throw Failure.cameraMissing("The folder \(folder) cannot be read.") }
            let endings = PictureFormat.allCases.filter(\.isPhoto).map { ".\($0.fileExtension)" } + [".jpeg", ".heif"]
            let photos = names.filter { name in endings.contains { name.lowercased().hasSuffix($0) } }
            let photoFiles = photos.compactMap { name in
                openFolder.metadata(of: name).map { (name: name, changedAt: $0.changedAt) }
            }
            .sorted { ($0.changedAt, $0.name) > ($1.changedAt, $1.name) }
            guard !photoFiles.isEmpty else { throw Failure.cameraMissing("The folder \(folder) has no photo.") }
            var latestDay: Day?
            for (name, changedAt) in photoFiles {
                let changedOn = today?.calendar.day(of: changedAt)
                // A file is never older than its photo.
                if let today, let changedOn, changedOn < today.day {
                    latestDay = latestDay ?? changedOn
                    break
                }
                guard let bytes = try? openFolder.read(name, limit: PictureLimits.largestPicture) else {
                    throw Failure.cameraFailed("\(name) cannot be read")
                }
                let captureDay = try? PhotoPreview(ByteSource(name: name, bytes))?.camera.taken?.day
                guard let today, let captureDay, captureDay < today.day else { return bytes }
                latestDay = latestDay.map { max($0, captureDay) } ?? captureDay
            }
            throw Failure.photoNotOfToday(
                latestDay.map { "The newest photo in \(folder) is of \($0), and not of today." }
                    ?? "The newest photo in \(folder) is not of today.")
        }
    }
}
