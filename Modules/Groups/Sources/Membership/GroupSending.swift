import Kernel

/// What became of something that was sent to a group.
public struct GroupSending: Sendable {
    /// Whether it has arrived; else it waits on this device, and is sent by itself.
    public let hasArrived: Bool
    /// Why it waits; nil for what has arrived, and while another process is at it.
    public let trouble: Failure?

    /// Nothing waits.
    public static let arrived = GroupSending(hasArrived: true, trouble: nil)

    /// What became of both.
    public func and(_ other: GroupSending) -> GroupSending {
        GroupSending(hasArrived: hasArrived && other.hasArrived, trouble: trouble ?? other.trouble)
    }
}
