import Kernel
import Synchronization

/// A command that a separate process runs in the background, one at a time. The caller does not
/// wait for it, and it outlives the caller.
package struct BackgroundJob: Sendable {
    /// The relation of a process to the job.
    package enum Role: Sendable {
        /// This process is not a background job.
        case foreground
        /// This process is the background job, and holds the lock until it ends.
        case worker
        /// This process is a background job, and another one is already running.
        case redundantWorker
    }

    /// The environment variable that holds a job's name in the job's process.
    private static let workerVariable = "COMMONPLACE_WORKER"
    /// The nice value of a job. A lower priority would delay processes that wait for a job's lock.
    private static let niceness: Int32 = 5

    /// The locks that this process holds until it ends.
    private static let heldLocks = Mutex<[WorkLock.Held]>([])

    private let name: String
    private let program: String?
    private let arguments: [String]
    private let lock: WorkLock
    private let waitLimit: UInt32
    private let variables: [String: String]

    /// Creates a job that runs once at a time per name and folder.
    ///
    /// - Parameters:
    ///   - name: The name of the job.
    ///   - program: The program of this process, or nil if the system does not report it.
    ///   - app: The required name of the program. With any other name, such as a test's, the job
    ///     does not start.
    ///   - folder: The existing folder of the lock.
    ///   - seconds: The time limit after which the job ends, even if it hangs. The next one tries
    ///     again.
    ///   - variables: The environment of this process.
    package init(
        _ name: String, _ program: String?, of app: String, _ arguments: [String], in folder: String,
        atMost seconds: UInt32, variables: [String: String]
    ) {
        self.program = program.flatMap { $0.hasSuffix("/" + app) ? $0 : nil }
        self.name = name
        self.arguments = arguments
        self.variables = variables
        lock = WorkLock(name, in: folder)
        waitLimit = seconds
    }

    /// Returns variables for a program that a job starts for the user, which may start jobs of its
    /// own.
    package static func withoutWorkerMark(_ variables: [String: String]) -> [String: String] {
        variables.filter { $0.key != workerVariable }
    }

    /// Whether a job can be started. A job cannot start another one.
    package var isReady: Bool { program != nil && variables[BackgroundJob.workerVariable] == nil }

    /// Starts the job, unless it is already running. Returns at once.
    ///
    /// - Returns: whether the job is running.
    @discardableResult
    package func start() -> Bool {
        guard let program, isReady else { return false }
        switch lock.acquire() {
        case .busy: return true
        case .unavailable: return false
        case .held: break
        }
        let environment = variables.merging([BackgroundJob.workerVariable: name]) { $1 }
        return (try? ProgramCall(program, arguments, environment: environment).startDetached()) != nil
    }

    /// Registers this process before it does the work.
    ///
    /// A background job lowers its priority, sets its time limit, and holds the lock until it ends.
    package func registerProcess() -> Role {
        guard variables[BackgroundJob.workerVariable] == name else { return .foreground }
        guard case .held(let held) = lock.acquire() else { return .redundantWorker }
        // Until the process ends.
        BackgroundJob.heldLocks.withLock { $0.append(held) }
        alarm(waitLimit)
        _ = nice(BackgroundJob.niceness)
        return .worker
    }
}
