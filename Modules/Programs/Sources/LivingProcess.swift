import Kernel

/// A test of whether a process is alive, by an identifier that no other process has.
///
/// Process numbers are reused. The identifier therefore consists of the machine's start, the
/// number, and the start of the process.
package enum LivingProcess {
    /// The identifier of this process, such as `3f2a91c0:4711:88123`, or nil if the machine does
    /// not report process starts.
    package static let currentIdentifier: String? = identifier(of: getpid())

    /// Returns whether the process with the identifier is alive.
    ///
    /// The result is nil if the answer is unknown, as for another machine or a start of this
    /// machine before the current one.
    package static func isAlive(_ identifier: String) -> Bool? {
        let parts = identifier.split(separator: ":")
        guard parts.count == 3, let number = Int32(parts[1]), number > 0, let currentIdentifier,
            currentIdentifier.split(separator: ":")[0] == parts[0]
        else { return nil }
        return LivingProcess.identifier(of: number) == identifier
    }

    private static func identifier(of number: Int32) -> String? {
        guard let boot = ProcessTable.bootIdentifier, let start = ProcessTable.startTime(of: number) else {
            return nil
        }
        return "\(boot):\(number):\(start)"
    }
}
