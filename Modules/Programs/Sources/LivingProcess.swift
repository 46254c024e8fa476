import Kernel

/// Whether a process still lives, told from every other that had or will have its number: by the start of the machine, the number, and when it began.
public enum LivingProcess {
    /// This process in a word: `3f2a91c0:4711:88123`; nil where the machine does not say when processes began.
    public static let own: String? = word(of: getpid())

    /// Whether the process of a word lives; nil where nobody can tell, as with one of another machine or of before its start.
    public static func lives(_ word: String) -> Bool? {
        let parts = word.split(separator: ":")
        guard parts.count == 3, let number = Int32(parts[1]), number > 0, let own, own.split(separator: ":")[0] == parts[0] else {
            return nil
        }
        return LivingProcess.word(of: number) == word
    }

    private static func word(of number: Int32) -> String? {
        guard let machine, let begun = beginning(of: number) else { return nil }
        return "\(machine):\(number):\(begun)"
    }

    #if canImport(Darwin)
        private static let machine: String? = time(of: [CTL_KERN, KERN_BOOTTIME], as: timeval.self).map { "\($0.tv_sec)" }

        private static func beginning(of number: Int32) -> String? {
            time(of: [CTL_KERN, KERN_PROC, KERN_PROC_PID, number], as: kinfo_proc.self)
                .map { "\($0.kp_proc.p_starttime.tv_sec)" }
        }

        private static func time<Value>(of name: [Int32], as type: Value.Type) -> Value? {
            var (name, size) = (name, MemoryLayout<Value>.size)
            let room = UnsafeMutablePointer<Value>.allocate(capacity: 1)
            defer { room.deallocate() }
            guard sysctl(&name, UInt32(name.count), room, &size, nil, 0) == 0, size == MemoryLayout<Value>.size else {
                return nil
            }
            return room.pointee
        }
    #else
        /// The kernel's name of this start of the machine, shortened: it shall tell starts apart and nothing else.
        private static let machine: String? = (try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8))
            .map { String($0.prefix(8)) }

        /// The 22nd figure of its line, counted behind the name, which may hold blanks and brackets. A zombie lives no more.
        private static func beginning(of number: Int32) -> String? {
            guard let line = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8),
                let end = line.lastIndex(of: ")")
            else { return nil }
            let figures = line[line.index(after: end)...].split(separator: " ")
            guard figures.count > 19, figures[0] != "Z" else { return nil }
            return String(figures[19])
        }
    #endif
}
