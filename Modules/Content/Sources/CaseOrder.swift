extension CaseIterable where Self: Equatable {
    /// Whether it is declared before another; no case stands before itself.
    func stands(before other: Self) -> Bool { self != other && Self.allCases.first { $0 == self || $0 == other } == self }
}
