/// The system's information about running processes.
package enum ProcessTable {
    /// An identifier of the current boot of the machine, or nil if the system provides none.
    package static let bootIdentifier: String? = {
        #if canImport(Darwin)
            value(of: [CTL_KERN, KERN_BOOTTIME], as: timeval.self).map { "\($0.tv_sec)" }
        #else
            // The kernel's boot identifier, shortened: it only has to distinguish boots.
            (try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)).map {
                String($0.prefix(8))
            }
        #endif
    }()

    /// Returns the start time of a process in the system's own count, or nil if no such process is
    /// alive. A zombie does not count as alive.
    package static func startTime(of number: Int32) -> String? {
        #if canImport(Darwin)
            guard let process = value(of: [CTL_KERN, KERN_PROC, KERN_PROC_PID, number], as: kinfo_proc.self)?.kp_proc,
                Int32(process.p_stat) != SZOMB
            else { return nil }
            let start = process.p_un.__p_starttime
            return "\(start.tv_sec).\(start.tv_usec)"
        #else
            (try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)).flatMap(startTime)
        #endif
    }

    /// Returns the 22nd field of a process's line as in proc(5), or nil if the process has ended.
    ///
    /// Fields are counted after the name, which may contain spaces and brackets.
    package static func startTime(in line: String) -> String? {
        guard let end = line.lastIndex(of: ")") else { return nil }
        let fields = line[line.index(after: end)...].split(separator: " ")
        guard fields.count > 19, fields[0] != "Z" else { return nil }
        return String(fields[19])
    }

    #if canImport(Darwin)
        /// Returns a value of the kernel by its `sysctl` name, or nil if it has another size.
        private static func value<Value>(of name: [Int32], as type: Value.Type) -> Value? {
            var name = name
            var size = MemoryLayout<Value>.size
            let buffer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
            defer { buffer.deallocate() }
            guard sysctl(&name, UInt32(name.count), buffer, &size, nil, 0) == 0, size == MemoryLayout<Value>.size else {
                return nil
            }
            return buffer.pointee
        }
    #endif
}
