extension CaseIterable where Self: Equatable {
    /// Returns whether this case is declared before another. It is false for the same case.
    package func isDeclared(before other: Self) -> Bool {
        self != other && Self.allCases.first { $0 == self || $0 == other } == self
    }
}
