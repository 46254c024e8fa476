import Dispatch
import Kernel
import Synchronization

extension ProgramCall {
    /// Starts the program and returns at once.
    ///
    /// Its output is collected, and its deadline ends it. A terminal signal that ends this process
    /// ends it too.
    ///
    /// - Throws: `unusableArgument`, `missingFolder`, `missingProgram`, `cannotRun`.
    package func startConcurrently() throws -> ChildProcess {
        let child = ChildProcess(try spawn(.concurrent))
        DispatchQueue.global().async { child.collectResult(self) }
        return child
    }
}

/// A program that runs in parallel, such as a voice or a player. It is always reaped when it ends,
/// so that no zombie remains.
package final class ChildProcess: Sendable {
    private enum State {
        case running
        case ended(ProgramResult?)
    }

    private let program: RunningProgram
    private let state = Mutex(State.running)

    init(_ program: RunningProgram) { self.program = program }

    fileprivate func collectResult(_ call: ProgramCall) {
        let result = try? call.result(of: program) { program in
            // The state must change with the wait, because another process may receive the same
            // number afterwards.
            try state.withLock {
                $0 = .ended(nil)
                return try program.reap()
            }
        }
        state.withLock { $0 = .ended(result) }
    }

    package var isRunning: Bool { state.withLock { if case .running = $0 { true } else { false } } }

    /// The result, or nil while the program runs and if the system reports none.
    package var result: ProgramResult? { state.withLock { if case .ended(let result) = $0 { result } else { nil } } }

    /// Kills the program if it is still running. Returns at once.
    package func stop() { state.withLock { if case .running = $0 { program.kill() } } }
}
