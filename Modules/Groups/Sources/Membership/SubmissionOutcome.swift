import Kernel

/// The result of a submission to a group.
package struct SubmissionOutcome: Sendable {
    /// Whether it was delivered. Otherwise it waits on this device and is sent automatically.
    package let hasArrived: Bool
    /// The reason why it waits. It is nil after delivery, and while another process delivers.
    package let trouble: Failure?

    package static let arrived = SubmissionOutcome(hasArrived: true, trouble: nil)

    /// Combines two results.
    package func combined(_ other: SubmissionOutcome) -> SubmissionOutcome {
        SubmissionOutcome(hasArrived: hasArrived && other.hasArrived, trouble: trouble ?? other.trouble)
    }
}
