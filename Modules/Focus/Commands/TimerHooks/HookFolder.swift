import Files
import Focus
import Kernel
import Programs

/// The user's own programs that run on timer events.
///
/// They are executable files of one folder, each named after its event.
package struct HookFolder: Sendable {
    /// A file of the folder.
    struct Hook: Sendable {
        let name: String
        let path: String
        /// The event that starts the hook, or nil if the file name begins with no event.
        let event: TimerEvent?
        /// The reason why the hook is skipped, or nil if it runs.
        let obstacle: String?
    }

    /// The time limit of each hook, in seconds.
    static let waitLimit = 5
    /// The output limit of each hook, in bytes.
    static let outputLimit = 64 << 10

    let path: String
    /// The environment of the hooks.
    private let variables: [String: String]

    /// Creates the hooks of a folder, which may be missing.
    ///
    /// - Parameter variables: the environment of the hooks.
    package init(_ path: String, variables: [String: String]) {
        self.path = path
        self.variables = BackgroundJob.withoutWorkerMark(variables)
    }

    /// Returns every visible file of the folder, sorted by name.
    func all() -> [Hook] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        let folderObstacle = obstacleOfFolder(path).map { "\($0): \(path)" }
        return names.filter { !$0.hasPrefix(".") }.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
            .map {
                name in
                let file = "\(path)/\(name)"
                let event = HookFolder.event(of: name)
                let obstacle =
                    event == nil
                    ? "its name begins with no event, such as on-start" : folderObstacle ?? obstacleOfFile(file)
                return Hook(name: name, path: file, event: event, obstacle: obstacle)
            }
    }

    /// Runs the hooks of an event one after another and returns the error of each, if any.
    func run(_ event: TimerEvent, _ input: [UInt8]) -> [(hook: Hook, trouble: String?)] {
        all().filter { $0.event == event && $0.obstacle == nil }.map { ($0, trouble(of: $0, input)) }
    }

    /// Returns the event of a file name.
    ///
    /// `on-start`, `on-start.py` and `on-start-20-lamp` all mean the event `start`.
    private static func event(of name: String) -> TimerEvent? {
        TimerEvent.allCases.first { event in
            name == "on-\(event)" || name.hasPrefix("on-\(event).") || name.hasPrefix("on-\(event)-")
        }
    }

    /// Runs a hook, and returns its error, if any.
    ///
    /// - Parameter input: the JSON object on its standard input.
    private func trouble(of hook: Hook, _ input: [UInt8]) -> String? {
        let call = ProgramCall(
            hook.path, input: input, deadline: .seconds(HookFolder.waitLimit), outputLimit: HookFolder.outputLimit,
            environment: variables)
        do {
            let result = try call.run()
            if result.timedOut {
                return "“\(hook.name)” took longer than \(HookFolder.waitLimit) seconds and was stopped."
            }
            if result.truncated {
                return "“\(hook.name)” wrote more than \(HookFolder.outputLimit >> 10) KB and was stopped."
            }
            _ = try result.succeeded()
            return nil
        } catch let failure as Failure {
            return [failure.message, failure.advice].filter { !$0.isEmpty }.joined(separator: " ")
        } catch { return "“\(hook.name)” could not be run." }
    }

    // MARK: - Trust

    /// Returns the reason why a file is unsafe or impossible to run, or nil.
    private func obstacleOfFile(_ path: String) -> String? {
        guard let metadata = FileMetadata(at: path) else { return "it is a link to nothing" }
        guard metadata.kind == .file else { return "it is no file" }
        if let obstacle = obstacle(metadata) { return obstacle }
        guard metadata.isExecutable else { return "it is not executable: chmod +x" }
        // The target of a link must be in a safe folder too. Otherwise other users could replace
        // it.
        guard let folder = FileMetadata.realFolder(of: path) else { return "it is a link to nothing" }
        return obstacleOfFolder(folder).map { "\($0): \(folder)" }
    }

    /// Returns the reason why a folder is unsafe, or nil.
    private func obstacleOfFolder(_ path: String) -> String? {
        FileMetadata(at: path).flatMap(obstacle).map { $0.replacing("it ", with: "the folder ") }
    }

    /// Returns the reason why other users could replace a file or folder, or nil.
    private func obstacle(_ metadata: FileMetadata) -> String? {
        if !metadata.isOwn { return "it belongs to another user" }
        return metadata.isOpenToOthers ? "it can be changed by others: chmod go-w" : nil
    }
}
