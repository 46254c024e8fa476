import Kernel
import Synchronization

/// A lock that prevents a program start between the creation of a descriptor and its close-on-exec
/// flag.
///
/// Another program would inherit the descriptor, and its reader would wait for that program's end.
/// The lock holds the detached programs that are not yet reaped.
private let spawnLock = Mutex<[pid_t]>([])

/// The value for a missing descriptor, which the system ignores.
let noDescriptor: Int32 = -1

/// A running program, and this process's ends of its pipes, with `noDescriptor` for a missing one.
struct RunningProgram {
    let id: pid_t
    let input: Int32
    let output: Int32
    let errors: Int32
}

extension RunningProgram {
    /// Reaps a program that was detached and returns its ending.
    ///
    /// - Throws: as `reap`.
    func waitAndReap() throws -> ProgramEnding {
        try spawnLock.withLock { unreapedPrograms in
            unreapedPrograms.removeAll { $0 == id }
            return try reap()
        }
    }
}

extension ProgramCall {
    /// The standard descriptors that become pipes.
    enum Wiring {
        /// Both outputs are pipes, input is a pipe or empty, and the program leads a process group
        /// of its own.
        case captured
        /// Like `captured`, but in this process group, so that a terminal signal that ends this
        /// process ends it too.
        case concurrent
        /// The terminal and the process group are this process's. Input is a pipe if there is any.
        case interactive
        /// All three are empty, and the program leads a session of its own.
        case detached
    }

    /// Starts the program.
    ///
    /// - Throws: `unusableArgument`, `missingFolder`, `missingProgram`, `cannotRun`.
    func spawn(_ wiring: Wiring) throws -> RunningProgram {
        try checkBeforeStarting()
        return try spawnLock.withLock { unreapedPrograms in
            unreapedPrograms.removeAll { waitpid($0, nil, WNOHANG) != 0 }
            var pipes: [PipeEnds] = []
            defer { for pipe in pipes { close(pipe.childEnd) } }
            do {
                let program = try start(wiring, &pipes)
                if wiring == .detached { unreapedPrograms.append(program.id) }
                return program
            } catch {
                for pipe in pipes { close(pipe.parentEnd) }
                throw error
            }
        }
    }

    /// Creates the pipes of a wiring and launches the program.
    private func start(_ wiring: Wiring, _ pipes: inout [PipeEnds]) throws -> RunningProgram {
        var actions = SpawnActions()
        defer { actions.destroy() }
        func pipe(to descriptor: Int32) throws -> Int32 {
            let ends = try PipeEnds(childReads: descriptor == 0)
            pipes.append(ends)
            actions.duplicate(ends.childEnd, to: descriptor)
            return ends.parentEnd
        }
        if wiring == .detached {
            for descriptor: Int32 in 0...2 { actions.openNothing(as: descriptor, toWrite: descriptor > 0) }
            actions.closeInheritedDescriptors()
            return RunningProgram(
                id: try launch(&actions, .ownSession), input: noDescriptor, output: noDescriptor, errors: noDescriptor)
        }
        let isCaptured = wiring == .captured || wiring == .concurrent
        let input = input.isEmpty && feed == nil ? noDescriptor : try pipe(to: 0)
        if isCaptured, input == noDescriptor { actions.openNothing(as: 0) }
        let output = isCaptured ? try pipe(to: 1) : noDescriptor
        let errors = isCaptured ? try pipe(to: 2) : noDescriptor
        return RunningProgram(
            id: try launch(&actions, wiring == .captured ? .ownGroup : .inherited), input: input, output: output,
            errors: errors)
    }

    /// Starts the executable in a process group and returns its process number.
    private func launch(_ actions: inout SpawnActions, _ grouping: SpawnAttributes.ProcessGrouping) throws -> pid_t {
        var attributes = SpawnAttributes(grouping)
        defer { attributes.destroy() }
        var id: pid_t = 0
        let error = withVectors { arguments, environment in
            posix_spawn(&id, executable, &actions.raw, &attributes.raw, arguments, environment)
        }
        guard error == 0 else { throw cannotRun(error) }
        return id
    }

    /// Calls the body with the argument and environment vectors in C form, valid only during the
    /// call.
    func withVectors<Value>(
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>)
            -> Value
    ) -> Value {
        // A passphrase that the user gave this process must not reach another one.
        let variables = (environment ?? ProcessInfo.processInfo.environment).filter { !$0.key.hasSuffix("_PASSPHRASE") }
            .map { "\($0.key)=\($0.value)" }.sorted()
        var arguments = argumentVector.map { strdup($0) } + [nil]
        var environment = variables.map { strdup($0) } + [nil]
        defer { for text in arguments + environment { free(text) } }
        return body(&arguments, &environment)
    }

    /// The file to execute: the program, or a shell that changes to its working directory first.
    ///
    /// Some supported C libraries cannot change the directory of a child. A change in this process
    /// would affect other threads.
    var executable: String { workingDirectory == nil ? path : "/bin/sh" }

    /// The arguments of the executable, which begin with its name.
    private var argumentVector: [String] {
        guard let workingDirectory else { return [path] + arguments }
        let folder = workingDirectory.hasPrefix("/") ? workingDirectory : "./" + workingDirectory
        return ["sh", "-c", #"cd "$1" && shift && exec "$@""#, "sh", folder, path] + arguments
    }

    // MARK: - Failures

    /// Throws `unusableArgument`, `missingFolder` or `missingProgram` if the start would fail.
    func checkBeforeStarting() throws {
        let texts = [path, workingDirectory ?? ""] + arguments + (environment ?? [:]).flatMap { [$0.key, $0.value] }
        if texts.contains(where: { $0.utf8.contains(0) }) {
            throw Failure(.unusableArgument, "A NUL character cannot be given to a program.", kind: .badData)
        }
        if let workingDirectory, fileKind(workingDirectory) != S_IFDIR || access(workingDirectory, X_OK) != 0 {
            throw Failure(
                .missingFolder,
                "“\(path)” cannot run in the folder “\(workingDirectory)”: it is missing or not accessible.",
                kind: .missingInput)
        }
        guard path.hasPrefix("/"), fileKind(path) == S_IFREG else {
            throw Failure(.missingProgram, "There is no program at “\(path)”.", kind: .missingProgram)
        }
    }

    /// Returns the failure for an error number of `posix_spawn`.
    func cannotRun(_ error: Int32) -> Failure {
        let reasons = [
            ENOEXEC: "it has no “#!” line, or was made for another machine", E2BIG: "its arguments are too long",
            // The program file itself exists, as checked before.
            ENOENT: "the program in its “#!” line is missing",
        ]
        return Failure(.cannotRun, "“\(path)” cannot be run: \(reasons[error] ?? String(cString: strerror(error))).")
    }
}

/// A pipe between this process and a program, closed on exec.
///
/// Its descriptors are numbered above the standard ones, so that `dup2` always copies.
struct PipeEnds {
    let parentEnd: Int32
    let childEnd: Int32

    /// - Throws: `cannotRun` if this process has no free descriptors.
    init(childReads: Bool) throws {
        var raw: [Int32] = [noDescriptor, noDescriptor]
        guard pipe(&raw) == 0 else { throw PipeEnds.noFreeDescriptor }
        let ends = raw.map { fcntl($0, F_DUPFD_CLOEXEC, 3) }
        raw.forEach { close($0) }
        guard !ends.contains(noDescriptor) else {
            ends.filter { $0 != noDescriptor }.forEach { close($0) }
            throw PipeEnds.noFreeDescriptor
        }
        (parentEnd, childEnd) = childReads ? (ends[1], ends[0]) : (ends[0], ends[1])
        _ = fcntl(parentEnd, F_SETFL, O_NONBLOCK)
    }

    private static var noFreeDescriptor: Failure {
        Failure(.cannotRun, "The app could not start a program: \(String(cString: strerror(errno))).", kind: .temporary)
    }
}
