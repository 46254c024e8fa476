import Kernel

/// The first tour of an app: what the app says of itself, and between it what its features show of theirs.
public struct Welcome: Sendable {
    private let app: String
    private let title: String
    private let ending: String
    private let steps: [WelcomeStep]

    /// A first tour, called `welcome`.
    ///
    /// - Parameters:
    ///   - app: the program's name; it takes the place of the word `APP` in what steps tell.
    ///   - title: what people see: "Welcome to Grain".
    ///   - ending: what the last step says to leave by: "Get Started".
    ///   - steps: who the app is; features add theirs through `.welcomeSteps`.
    public init(app: String, _ title: String, ending: String, steps: [WelcomeStep]) {
        (self.app, self.title, self.ending, self.steps) = (app, title, ending, steps)
    }

    /// A first tour that begins with what an app is, and ends with "Get Started".
    ///
    /// - Parameter product: what people call the app: "Grain".
    public init(app: String, to product: String, _ words: String) {
        let title = "Welcome to \(product)"
        self.init(app: app, title, ending: "Get Started", steps: [WelcomeStep(0, TourStep(title, words))])
    }

    /// The tour with the steps that features bring, by rank; steps with one title are one screen.
    public func tour(with others: [WelcomeStep]) -> Tour {
        var screens: [TourStep] = []
        let sorted = (steps + others).ranked(by: \.rank)
        for added in sorted {
            if let last = screens.lastIndex(where: { $0.title == added.step.title }) {
                screens[last] = screens[last].joined(by: added.step)
            } else {
                screens.append(added.step)
            }
        }
        return Tour(
            "welcome", title, scope: .device, ending: ending, next: sorted.flatMap(\.next),
            steps: screens.map { $0.told(of: app) })
    }
}

/// What a feature shows of itself on the first tour of an app.
public struct WelcomeStep: Sendable {
    /// Where it stands: who the app is comes at 0, how to go on from there at 100.
    public let rank: Int
    /// The screen. Of several with one title the first has the text; all bring facts and choices.
    public let step: TourStep
    /// Commands worth typing after the tour, without the app's name.
    public let next: [String]

    /// A step at a rank.
    public init(_ rank: Int, _ step: TourStep, next: [String] = []) { (self.rank, self.step, self.next) = (rank, step, next) }
}

extension ExtensionPoint where Contribution == WelcomeStep {
    /// What features show of themselves on the first tour.
    public static var welcomeSteps: Self { ExtensionPoint("welcomeSteps") }
}
