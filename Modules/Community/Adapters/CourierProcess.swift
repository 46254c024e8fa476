import Community
import Kernel
import Programs

extension Courier {
    private static let mark = "COMMONPLACE_COURIER"
    /// A courier that finds nobody for so long gives up; the next one tries again.
    private static let longest: UInt32 = 60

    /// A process of the app's own that sends what waits, one at a time for each data directory. The command that starts it does not wait for
    /// it, and it outlives the command.
    ///
    /// - Parameters:
    ///   - program: the app; nil or another program for nobody.
    ///   - places: options that say where things are.
    ///   - data: the app's directory; where no store lies in it nothing waits.
    public static func process(
        _ program: String?, naming places: [String: String?], of app: String, data: String, variables: [String: String]
    ) -> Courier {
        let lock = data + "/courier.lock"
        let words =
            ["community", "send", "--quiet"]
            + places.sorted { $0.key < $1.key }.flatMap { name, path in path.map { [name, $0] } ?? [] }
        return Courier(
            isReady: {
                program?.hasSuffix("/" + app) == true && variables[mark] == nil
                    && FileManager.default.fileExists(atPath: data + "/CURRENT")
            },
            start: {
                guard let program, let free = taken(lock) else { return }
                close(free)
                let environment = variables.merging([mark: "1"]) { _, new in new }
                try? ProgramCall(program, words, environment: environment).startDetached()
            },
            patience: {
                guard variables[mark] != nil else { return .asked }
                // The lock is held until the process ends, and an alarm ends it wherever it hangs.
                guard taken(lock) != nil else { return nil }
                alarm(longest)
                return .background
            })
    }

    /// The lock, held; nil when somebody else holds it.
    private static func taken(_ path: String) -> Int32? {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }
}
