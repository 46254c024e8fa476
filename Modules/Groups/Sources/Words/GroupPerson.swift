import Kernel

/// The person who uses groups from this device.
package struct GroupPerson: Sendable {
    package let keys: MemberKeys
    package let ids: IDSource
    /// The person's clock and day.
    package let time: TimeSource
    /// Returns 32 random bytes for each invitation code.
    package let randomBytes: @Sendable () -> [UInt8]

    package init(keys: MemberKeys, ids: IDSource, time: TimeSource, randomBytes: @escaping @Sendable () -> [UInt8]) {
        self.keys = keys
        self.ids = ids
        self.time = time
        self.randomBytes = randomBytes
    }
}
