/// A benchmark error: wrong arguments, or a program that failed.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
