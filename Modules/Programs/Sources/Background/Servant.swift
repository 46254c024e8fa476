import Kernel
import Synchronization

/// A command of a program that a process of its own does in the background, one at a time. What starts it does not wait for it, and it
/// outlives that.
public struct Servant: Sendable {
    /// How a process stands to the work when it comes to it.
    public enum Duty: Sendable {
        /// A person asked for it.
        case asked
        /// It is the servant, and nobody else is at it until it ends.
        case alone
        /// It is a servant, and another one is at it.
        case late
    }

    private static let mark = "COMMONPLACE_SERVANT"
    /// Lower would be kinder, but others wait for a servant that holds a lock.
    private static let kindness: Int32 = 5

    private static let kept = Mutex<[WorkLock.Held]>([])

    private let name: String
    private let program: String?
    private let arguments: [String]
    private let lock: WorkLock
    private let patience: UInt32
    private let variables: [String: String]

    /// - Parameters:
    ///   - name: one is on its way at a time, by this name and in this folder.
    ///   - program: what runs now; nil where the system does not say.
    ///   - app: what it must be called, or nobody sets out: a test is no app.
    ///   - folder: where its lock lies; it must be there.
    ///   - seconds: it ends after so many wherever it hangs, and the next one tries again.
    ///   - variables: the environment of this process.
    public init(
        _ name: String, _ program: String?, of app: String, _ arguments: [String], in folder: String, atMost seconds: UInt32,
        variables: [String: String]
    ) {
        self.program = program.flatMap { $0.hasSuffix("/" + app) ? $0 : nil }
        (self.name, self.arguments, self.variables) = (name, arguments, variables)
        (lock, patience) = (WorkLock(name, in: folder), seconds)
    }

    /// Variables for a program that a servant starts for a person, which may start servants of its own.
    public static func released(_ variables: [String: String]) -> [String: String] { variables.filter { $0.key != mark } }

    /// Whether there is anybody to set out. A servant has none of its own.
    public var isReady: Bool { program != nil && variables[Servant.mark] == nil }

    /// Sets out, unless one is on its way already. Returns at once.
    ///
    /// - Returns: whether one is on its way.
    @discardableResult
    public func start() -> Bool {
        guard let program, isReady else { return false }
        switch lock.take() {
        case .busy: return true
        case .impossible: return false
        case .held: break
        }
        let environment = variables.merging([Servant.mark: name]) { $1 }
        return (try? ProgramCall(program, arguments, environment: environment).startDetached()) != nil
    }

    /// Asked by whoever is about to do the work. A servant gives way to what people do meanwhile, has an end, and is alone until then.
    public func begin() -> Duty {
        guard variables[Servant.mark] == name else { return .asked }
        guard case .held(let held) = lock.take() else { return .late }
        // Until the process ends.
        Servant.kept.withLock { $0.append(held) }
        alarm(patience)
        _ = nice(Servant.kindness)
        return .alone
    }
}
