/// The arguments of a process, read from its stack where Swift has none.
///
/// Swift reads them from `/proc`, which is missing in a minimal root such as that of `chroot`.
package enum StackArguments {
    /// A pointer to one argument, or nil at the end of the list.
    package typealias ArgumentPointer = UnsafeMutablePointer<CChar>?

    /// Returns the arguments that the Linux kernel places before the environment: their count, the
    /// arguments, an end mark, the environment.
    ///
    /// The result is valid until the environment is changed, because the environment may then move.
    ///
    /// - Returns: nil if no count precedes the arguments.
    package static func arguments(_ environment: UnsafeMutablePointer<ArgumentPointer>) -> UnsafeMutableBufferPointer<
        ArgumentPointer
    >? {
        guard environment[-1] == nil else { return nil }
        for count in 0...maximumCount where Int(bitPattern: environment[-2 - count]) == count {
            return UnsafeMutableBufferPointer(start: environment - 1 - count, count: count)
        }
        return nil
    }

    /// A bound far above the number of arguments that a kernel accepts. Every pointer is a greater
    /// number.
    private static let maximumCount = 1 << 22
}
