import Files
import Focus
import Kernel
import Programs

/// Programs of a person's own that run when something happens to the timer: executable files of a folder, named after what happens.
public struct HookFolder: Sendable {
    /// A file of the folder.
    struct Hook: Sendable {
        let name: String
        let path: String
        /// What it is for; nil where its name says nothing of the kind.
        let event: TimerEvent?
        /// Why it is not run; nil where it is.
        let obstacle: String?
    }

    /// Seconds that each may take.
    static let patience = 5
    /// Bytes that each may write.
    static let outputLimit = 64 << 10

    /// Where they lie.
    let path: String
    private let variables: [String: String]

    /// Those of a folder, which need not be there.
    ///
    /// - Parameter variables: the environment that they are given.
    public init(_ path: String, variables: [String: String]) {
        (self.path, self.variables) = (path, Servant.released(variables))
    }

    /// Every file of the folder, by name.
    func all() -> [Hook] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        let folder = obstacleOfFolder(path).map { "\($0): \(path)" }
        return names.filter { !$0.hasPrefix(".") }.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }.map {
            name in
            let (file, event) = ("\(path)/\(name)", HookFolder.event(of: name))
            let obstacle = event == nil ? "its name begins with no event, such as on-start" : folder ?? obstacleOfFile(file)
            return Hook(name: name, path: file, event: event, obstacle: obstacle)
        }
    }

    /// Lets those of an event run, one behind the other, and gives what went wrong with each.
    func run(_ event: TimerEvent, _ letter: [UInt8]) -> [(hook: Hook, trouble: String?)] {
        all().filter { $0.event == event && $0.obstacle == nil }.map { ($0, trouble(of: $0, letter)) }
    }

    /// `on-start`, and whatever follows a point or a dash: `on-start.py`, `on-start-20-lamp`.
    private static func event(of name: String) -> TimerEvent? {
        TimerEvent.allCases.first { event in
            name == "on-\(event)" || name.hasPrefix("on-\(event).") || name.hasPrefix("on-\(event)-")
        }
    }

    private func trouble(of hook: Hook, _ letter: [UInt8]) -> String? {
        let call = ProgramCall(
            hook.path, input: letter, deadline: .seconds(HookFolder.patience), outputLimit: HookFolder.outputLimit,
            environment: variables)
        do {
            let result = try call.run()
            if result.timedOut { return "“\(hook.name)” took longer than \(HookFolder.patience) seconds and was stopped." }
            if result.truncated {
                return "“\(hook.name)” wrote more than \(HookFolder.outputLimit >> 10) KB and was stopped."
            }
            _ = try result.succeeded()
            return nil
        } catch let failure as Failure {
            return [failure.message, failure.advice].filter { !$0.isEmpty }.joined(separator: " ")
        } catch { return "“\(hook.name)” could not be run." }
    }

    // MARK: - What is trusted

    private func obstacleOfFile(_ path: String) -> String? {
        guard let facts = PathFacts(at: path) else { return "it is a link to nothing" }
        guard facts.kind == .file else { return "it is no file" }
        if let obstacle = obstacle(facts) { return obstacle }
        guard facts.isExecutable else { return "it is not executable: chmod +x" }
        // A link leads elsewhere, where others might put something in its place.
        guard let folder = PathFacts.realFolder(of: path) else { return "it is a link to nothing" }
        return obstacleOfFolder(folder).map { "\($0): \(folder)" }
    }

    private func obstacleOfFolder(_ path: String) -> String? {
        PathFacts(at: path).flatMap(obstacle).map { $0.replacing("it ", with: "the folder ") }
    }

    private func obstacle(_ facts: PathFacts) -> String? {
        if !facts.isOwn { return "it belongs to somebody else" }
        return facts.isOpenToOthers ? "it can be changed by others: chmod go-w" : nil
    }
}
