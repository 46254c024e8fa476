import Kernel
import Synchronization

/// Between making a descriptor and marking it close-on-exec, no other thread may start a program: it would inherit the descriptor, and
/// the reader at its other end would wait for that program's end. It holds the programs that were left to themselves and are not seen off yet.
private let starting = Mutex<[pid_t]>([])

/// What stands where there is no descriptor; the system passes over it.
let noDescriptor: Int32 = -1

/// A program that runs, and our ends of its pipes; `noDescriptor` where there is none.
struct RunningProgram {
    let id: pid_t
    let input: Int32
    let output: Int32
    let errors: Int32
}

extension RunningProgram {
    /// Learns how a program ended that was left to itself.
    ///
    /// - Throws: as `reap`.
    func seeOff() throws -> ProgramEnding {
        try starting.withLock { leftAlone in
            leftAlone.removeAll { $0 == id }
            return try reap()
        }
    }
}

extension ProgramCall {
    /// Which of the standard descriptors become pipes.
    enum Wiring {
        /// Both outputs are pipes, input is a pipe or empty, and the program leads a process group of its own.
        case captured
        /// The same in our process group: what ends us from the terminal ends it too.
        case beside
        /// The terminal and the process group are ours; input is a pipe when there is something to say.
        case interactive
        /// All three are nothing, and the program leads a session of its own.
        case detached
    }

    /// Starts the program.
    ///
    /// - Throws: `unusableArgument`, `missingFolder`, `missingProgram`, `cannotRun`.
    func spawn(_ wiring: Wiring) throws -> RunningProgram {
        try checkBeforeStarting()
        return try starting.withLock { leftAlone in
            leftAlone.removeAll { waitpid($0, nil, WNOHANG) != 0 }
            var pipes: [PipeEnds] = []
            defer { for pipe in pipes { close(pipe.theirs) } }
            do {
                let program = try start(wiring, &pipes)
                if wiring == .detached { leftAlone.append(program.id) }
                return program
            } catch {
                for pipe in pipes { close(pipe.ours) }
                throw error
            }
        }
    }

    private func start(_ wiring: Wiring, _ pipes: inout [PipeEnds]) throws -> RunningProgram {
        var actions = SpawnActions()
        defer { actions.destroy() }
        func pipe(to descriptor: Int32) throws -> Int32 {
            let ends = try PipeEnds(childReads: descriptor == 0)
            pipes.append(ends)
            actions.duplicate(ends.theirs, to: descriptor)
            return ends.ours
        }
        if wiring == .detached {
            for descriptor: Int32 in 0...2 { actions.openNothing(as: descriptor, toWrite: descriptor > 0) }
            actions.closeWhatWasGiven()
            return RunningProgram(
                id: try launch(&actions, .ownSession), input: noDescriptor, output: noDescriptor, errors: noDescriptor)
        }
        let captured = wiring == .captured || wiring == .beside
        let input = input.isEmpty && feed == nil ? noDescriptor : try pipe(to: 0)
        if captured, input == noDescriptor { actions.openNothing(as: 0) }
        let output = captured ? try pipe(to: 1) : noDescriptor
        let errors = captured ? try pipe(to: 2) : noDescriptor
        return RunningProgram(
            id: try launch(&actions, wiring == .captured ? .ownGroup : .ours), input: input, output: output, errors: errors)
    }

    private func launch(_ actions: inout SpawnActions, _ company: SpawnAttributes.Company) throws -> pid_t {
        var attributes = SpawnAttributes(company)
        defer { attributes.destroy() }
        var id: pid_t = 0
        let error = withVectors { arguments, environment in
            posix_spawn(&id, executable, &actions.raw, &attributes.raw, arguments, environment)
        }
        guard error == 0 else { throw cannotRun(error) }
        return id
    }

    /// The argument and environment vectors as C wants them, for as long as the body runs.
    func withVectors<Value>(
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Value
    ) -> Value {
        // Whoever has given us a passphrase has given it to nobody else.
        let variables = (environment ?? ProcessInfo.processInfo.environment).filter { !$0.key.hasSuffix("_PASSPHRASE") }
            .map { "\($0.key)=\($0.value)" }.sorted()
        var arguments = words.map { strdup($0) } + [nil]
        var environment = variables.map { strdup($0) } + [nil]
        defer { for text in arguments + environment { free(text) } }
        return body(&arguments, &environment)
    }

    /// What is executed: the program, or the shell that goes to its folder first. Not every C library that we meet can change the folder
    /// of a child, and changing our own would move the ground under other threads.
    var executable: String { workingDirectory == nil ? path : "/bin/sh" }

    private var words: [String] {
        guard let workingDirectory else { return [path] + arguments }
        let folder = workingDirectory.hasPrefix("/") ? workingDirectory : "./" + workingDirectory
        return ["sh", "-c", #"cd "$1" && shift && exec "$@""#, "sh", folder, path] + arguments
    }

    // MARK: - What can be wrong

    func checkBeforeStarting() throws {
        let texts = [path, workingDirectory ?? ""] + arguments + (environment ?? [:]).flatMap { [$0.key, $0.value] }
        if texts.contains(where: { $0.utf8.contains(0) }) {
            throw Failure(.unusableArgument, "A NUL character cannot be given to a program.", kind: .badData)
        }
        if let workingDirectory, fileKind(workingDirectory) != S_IFDIR || access(workingDirectory, X_OK) != 0 {
            throw Failure(
                .missingFolder, "“\(path)” cannot run in the folder “\(workingDirectory)”: it is missing or not accessible.",
                kind: .missingInput)
        }
        guard path.hasPrefix("/"), fileKind(path) == S_IFREG else {
            throw Failure(.missingProgram, "There is no program at “\(path)”.", kind: .missingProgram)
        }
    }

    func cannotRun(_ error: Int32) -> Failure {
        let why = [
            ENOEXEC: "it has no “#!” line, or was made for another machine", E2BIG: "its arguments are too long",
            // It is there, as was seen before.
            ENOENT: "the program in its “#!” line is missing",
        ]
        return Failure(.cannotRun, "“\(path)” cannot be run: \(why[error] ?? String(cString: strerror(error))).")
    }
}

/// A pipe between us and a program, closed on exec, numbered above the standard descriptors so that `dup2` always copies.
struct PipeEnds {
    let ours: Int32
    let theirs: Int32

    /// - Throws: `cannotRun` when this process has no descriptors left.
    init(childReads: Bool) throws {
        var raw: [Int32] = [noDescriptor, noDescriptor]
        guard pipe(&raw) == 0 else { throw PipeEnds.exhausted }
        let ends = raw.map { fcntl($0, F_DUPFD_CLOEXEC, 3) }
        raw.forEach { close($0) }
        guard !ends.contains(noDescriptor) else {
            ends.filter { $0 != noDescriptor }.forEach { close($0) }
            throw PipeEnds.exhausted
        }
        (ours, theirs) = childReads ? (ends[1], ends[0]) : (ends[0], ends[1])
        _ = fcntl(ours, F_SETFL, O_NONBLOCK)
    }

    private static var exhausted: Failure {
        Failure(.cannotRun, "The app could not start a program: \(String(cString: strerror(errno))).", kind: .temporary)
    }
}
