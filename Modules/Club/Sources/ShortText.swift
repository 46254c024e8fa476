extension String {
    /// As much of it as a sentence can hold.
    var short: String { count > 60 ? prefix(60) + "…" : self }
}
