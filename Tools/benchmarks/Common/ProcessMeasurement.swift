import Foundation

/// One run of a program from spawn to reaping, by the operating system's accounting.
struct ProcessMeasurement {
    let seconds: Double
    /// Processor seconds in user and kernel mode, which other load on the machine affects least.
    let processor: Double
    let peakBytes: Int
    let status: Int32

    static func run(_ path: String, _ arguments: [String], environment: [String: String]) throws -> ProcessMeasurement {
        var files: posix_spawn_file_actions_t = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0)
        let words = ([path] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var child: pid_t = 0
        var usage = rusage()
        var status: Int32 = 0
        var failure: Int32 = 0
        let wall = timed {
            failure = posix_spawn(&child, path, &files, nil, words, variables)
            if failure == 0 { while wait4(child, &status, 0, &usage) < 0 && errno == EINTR {} }
        }
        guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO) }
        #if os(Linux)
            let unit = 1024
        #else
            let unit = 1
        #endif
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
        let processor = seconds(usage.ru_utime) + seconds(usage.ru_stime)
        return ProcessMeasurement(
            seconds: wall, processor: processor, peakBytes: Int(usage.ru_maxrss) * unit, status: status)
    }
}
