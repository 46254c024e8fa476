import Kernel

/// A view of a shared folder or database, read now or from its saved copy.
package struct DatedView<View: Sendable>: Sendable {
    package let view: View
    /// The time of the copy. It is nil for the place itself, and for a place that was never read.
    package let asOf: Instant?
    /// The reason why this is a copy, or nil for the place itself.
    package let trouble: Failure?

    package init(_ view: View, asOf: Instant? = nil, because trouble: Failure? = nil) {
        self.view = view
        self.asOf = asOf
        self.trouble = trouble
    }

    /// Returns a place as read now, or its copy while the place is away.
    ///
    /// - Parameter copy: returns the saved copy for the reason why the place is away.
    /// - Throws: a permanent failure, and the reason if there is no copy.
    package static func current(_ read: () throws -> View, orCopy copy: (Failure) throws -> DatedView?) throws
        -> DatedView
    {
        do { return DatedView(try read()) } catch let failure as Failure where !failure.isPermanent {
            guard let copy = try copy(failure) else { throw failure }
            return copy
        }
    }
}

extension Instant {
    /// Returns whether a copy from this time is this many seconds or more away from another time.
    package func isStale(after seconds: Double, at now: Instant) -> Bool { abs(now.seconds(since: self)) >= seconds }
}

/// The sentence under a view of a place that is away.
package enum CopyNotice {
    /// Returns the sentence with the date of the copy, or nil for a place without a copy.
    package static func text(asOf date: String?) -> String {
        date.map { "This is as of \($0)." } ?? "This is what this device knows."
    }
}
