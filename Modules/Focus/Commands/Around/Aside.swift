import Dispatch

/// One thing behind the other on a thread of its own, so that a hook that hangs keeps no alarm from ringing.
public struct Aside: Sendable {
    private let queue: DispatchQueue?

    /// - Parameter isNow: does it at once and on this thread, for whoever counts what was done.
    public init(isNow: Bool = false) { queue = isNow ? nil : DispatchQueue(label: "around the timer") }

    func run(_ body: @escaping @Sendable () -> Void) {
        guard let queue else { return body() }
        queue.async(execute: body)
    }

    /// Waits for what is still to be done.
    func finish() { queue?.sync {} }
}
