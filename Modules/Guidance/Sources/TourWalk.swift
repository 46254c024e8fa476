/// Where somebody stands in a tour. Moving never leaves the tour.
public struct TourWalk: Sendable {
    /// The tour.
    public let tour: Tour
    /// The step, from 0.
    public private(set) var position = 0

    /// At the first step.
    public init(_ tour: Tour) { self.tour = tour }

    /// The step that is shown; nil only for a tour without steps.
    public var step: TourStep? { tour.steps.indices.contains(position) ? tour.steps[position] : nil }
    /// Whether there is no step before this one.
    public var isFirst: Bool { position == 0 }
    /// Whether there is no step behind this one.
    public var isLast: Bool { position >= tour.steps.count - 1 }

    /// To the next step; stays on the last.
    public mutating func forward() { if !isLast { position += 1 } }
    /// To the step before; stays on the first.
    public mutating func back() { if !isFirst { position -= 1 } }
}
