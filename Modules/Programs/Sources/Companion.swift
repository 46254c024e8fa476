import Dispatch
import Kernel
import Synchronization

extension ProgramCall {
    /// Starts the program and goes on at once. What it writes is collected, it ends with its deadline, and what ends this process from the terminal
    /// ends it too.
    ///
    /// - Throws: `unusableArgument`, `missingFolder`, `missingProgram`, `cannotRun`.
    public func startBeside() throws -> Companion {
        let companion = Companion(try spawn(.beside))
        DispatchQueue.global().async { companion.accompany(self) }
        return companion
    }
}

/// A program that runs beside what we do: a voice, a player. It is seen off when it ends, so that no zombie stays, whether somebody asks or not.
public final class Companion: Sendable {
    private enum State {
        case running
        case ended(ProgramResult?)
    }

    private let program: RunningProgram
    private let state = Mutex(State.running)

    init(_ program: RunningProgram) { self.program = program }

    fileprivate func accompany(_ call: ProgramCall) {
        let result = try? call.result(of: program) { program in
            // Between the end of the wait and this nobody may take it for running: its number could be another's.
            try state.withLock {
                $0 = .ended(nil)
                return try program.reap()
            }
        }
        state.withLock { $0 = .ended(result) }
    }

    /// Whether it is still at it.
    public var isRunning: Bool {
        state.withLock { if case .running = $0 { true } else { false } }
    }

    /// What came of it; nil while it runs, and where the system did not say.
    public var result: ProgramResult? {
        state.withLock { if case .ended(let result) = $0 { result } else { nil } }
    }

    /// Ends it, if it has not ended. Returns at once.
    public func stop() {
        state.withLock { if case .running = $0 { program.kill() } }
    }
}
