/// What kept a benchmark from measuring: wrong words, or a program that failed.
struct Usage: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
