/// The machine that this process runs on.
package enum Machine {
    /// A text that is unique to this machine and stable across restarts, or nil if the system
    /// provides none.
    package static var identifier: String? {
        #if canImport(Darwin)
            var bytes = [UInt8](repeating: 0, count: 16)
            var wait = timespec(tv_sec: 1, tv_nsec: 0)
            guard gethostuuid(&bytes, &wait) == 0 else { return nil }
            return bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        #else
            return try? String(contentsOfFile: "/etc/machine-id", encoding: .utf8)
        #endif
    }
}
