import Kernel

/// The manner in which a person uses an app.
enum Temper: String, CaseIterable {
    case eager, sporadic, clumsy
}

/// A simulated user of an app, with a random source of its own.
final class Person {
    let temper: Temper
    let name: String
    var random: RandomSource

    init(_ temper: Temper, seed: UInt64, app: String) {
        self.temper = temper
        name = [.eager: "Mina", .sporadic: "Jun", .clumsy: "Zoë"][temper, default: "Mina"]
        random = RandomSource(seed: "\(app) \(temper.rawValue)".utf8.reduce(seed) { ($0 &* 31) &+ UInt64($1) })
    }

    /// Returns whether the person opens the app today. Every person does on the first day.
    func visitsToday(_ day: Int) -> Bool { day == 0 || temper != .sporadic || isLucky(1, of: 3) }

    func actionCount() -> Int { Int.random(in: temper == .eager ? 6...12 : 3...7, using: &random) }

    func isLucky(_ wins: Int, of turns: Int) -> Bool { Int.random(in: 0..<turns, using: &random) < wins }

    func pick<Element>(_ all: [Element]) -> Element {
        guard let choice = all.randomElement(using: &random) else { preconditionFailure("there is nothing to pick") }
        return choice
    }

    /// Returns a few words, sometimes with input that breaks programs: quotes, HTML markup, emoji,
    /// Hangul, an option's dashes.
    func words(_ range: ClosedRange<Int> = 1...6) -> String {
        let plain = [
            "report", "snow", "café", "sprint", "demo", "late", "kick", "review", "garden", "김치", "🥋", "naïve",
        ]
        let odd = ["\"quoted\"", "<b>bold</b>", "$HOME", "50%", "--yes", "a\\b", "`date`", "'s"]
        let count = Int.random(in: range, using: &random)
        return (0..<count).map { $0 > 0 && temper == .clumsy && isLucky(1, of: 6) ? pick(odd) : pick(plain) }.joined(
            separator: " ")
    }

    /// Returns a long text with a unique beginning, so that any piece of it can be recognized.
    func story(_ mark: String) -> String {
        "\(mark) " + (0..<Int.random(in: 20...60, using: &random)).map { _ in words(1...1) }.joined(separator: " ")
    }

    /// Returns a command line with a slip of clumsy fingers.
    ///
    /// The app refuses most of these, and none may damage anything.
    func typo(_ words: [String]) -> [String] {
        var words = words
        switch Int.random(in: 0..<6, using: &random) {
        case 0: words.append("--nonsense")
        case 1: if let last = words.popLast() { words.append(String(last.dropLast())) }
        case 2: if words.count > 1 { words.removeLast() }
        case 3: words.append("\u{202E}\u{1B}[31m" + self.words(1...2))
        case 4: words.append(String(repeating: "x", count: 5000))
        default: words.insert("--dry-run", at: 0)
        }
        return words
    }
}
