/// What the system knows of processes that run.
package enum ProcessTable {
    /// What tells this start of the machine from every other; nil where the system does not say.
    package static let start: String? = {
        #if canImport(Darwin)
            value(of: [CTL_KERN, KERN_BOOTTIME], as: timeval.self).map { "\($0.tv_sec)" }
        #else
            // The kernel's name of it, shortened: it shall tell starts apart and nothing else.
            (try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)).map { String($0.prefix(8)) }
        #endif
    }()

    /// When the process of a number began, as the system counts; nil where none lives. One that nobody has waited for lives no more.
    package static func beginning(of number: Int32) -> String? {
        #if canImport(Darwin)
            guard let process = value(of: [CTL_KERN, KERN_PROC, KERN_PROC_PID, number], as: kinfo_proc.self)?.kp_proc,
                Int32(process.p_stat) != SZOMB
            else { return nil }
            let begun = process.p_un.__p_starttime
            return "\(begun.tv_sec).\(begun.tv_usec)"
        #else
            (try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)).flatMap(beginning)
        #endif
    }

    /// The 22nd figure of a process's line, as proc(5) has it, counted behind the name, which may hold blanks and brackets; nil of one that lives no more.
    package static func beginning(in line: String) -> String? {
        guard let end = line.lastIndex(of: ")") else { return nil }
        let figures = line[line.index(after: end)...].split(separator: " ")
        guard figures.count > 19, figures[0] != "Z" else { return nil }
        return String(figures[19])
    }

    #if canImport(Darwin)
        private static func value<Value>(of name: [Int32], as type: Value.Type) -> Value? {
            var (name, size) = (name, MemoryLayout<Value>.size)
            let room = UnsafeMutablePointer<Value>.allocate(capacity: 1)
            defer { room.deallocate() }
            guard sysctl(&name, UInt32(name.count), room, &size, nil, 0) == 0, size == MemoryLayout<Value>.size else {
                return nil
            }
            return room.pointee
        }
    #endif
}
