import Kernel

/// Who goes to groups from this device, and what they bring along.
public struct GroupPerson: Sendable {
    /// Their secret.
    public let keys: MemberKeys
    /// Where the ids of their groups and papers come from.
    public let ids: IDSource
    /// Their clock and day.
    public let time: TimeSource
    /// 32 bytes of chance for each code of an invitation.
    public let chance: @Sendable () -> [UInt8]

    /// Somebody.
    public init(keys: MemberKeys, ids: IDSource, time: TimeSource, chance: @escaping @Sendable () -> [UInt8]) {
        (self.keys, self.ids, self.time, self.chance) = (keys, ids, time, chance)
    }
}
