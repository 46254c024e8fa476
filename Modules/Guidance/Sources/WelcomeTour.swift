import Kernel

/// The first tour of an app, with steps of the app and of its features.
public struct WelcomeTour: Sendable {
    private let app: String
    private let title: String
    private let ending: String
    private let steps: [WelcomeStep]

    /// Creates a first tour with the name `welcome`.
    ///
    /// - Parameters:
    ///   - app: the program's name, which replaces `APP` in the steps' facts.
    ///   - title: the displayed title: "Welcome to Grain".
    ///   - ending: the label that ends the last step: "Get Started".
    ///   - steps: the introduction of the app. Features add their steps through `.welcomeSteps`.
    public init(app: String, _ title: String, ending: String, steps: [WelcomeStep]) {
        self.app = app
        self.title = title
        self.ending = ending
        self.steps = steps
    }

    /// Creates a first tour that begins with an introduction of the app and ends with "Get
    /// Started".
    ///
    /// - Parameter product: the displayed name of the app: "Grain".
    public init(app: String, to product: String, _ words: String) {
        let title = "Welcome to \(product)"
        self.init(app: app, title, ending: "Get Started", steps: [WelcomeStep(0, TourStep(title, words))])
    }

    /// Returns the tour with the steps of features, sorted by rank. Steps with the same title form
    /// one screen.
    public func tour(with others: [WelcomeStep]) -> Tour {
        var screens: [TourStep] = []
        let sortedSteps = (steps + others).ranked(by: \.rank)
        for welcomeStep in sortedSteps {
            if let index = screens.lastIndex(where: { $0.title == welcomeStep.step.title }) {
                screens[index] = screens[index].joined(by: welcomeStep.step)
            } else {
                screens.append(welcomeStep.step)
            }
        }
        return Tour(
            "welcome", title, scope: .device, ending: ending, next: sortedSteps.flatMap(\.next),
            steps: screens.map { $0.replacingAppName(with: app) })
    }
}

/// A step that a feature adds to the first tour of an app.
public struct WelcomeStep: Sendable {
    /// The rank of the step. The introduction is at 0, and the next steps to take are at 100.
    public let rank: Int
    /// The screen. Among steps with the same title, the first provides the text, and all provide
    /// facts and choices.
    public let step: TourStep
    /// The suggested commands after the tour, without the app's name.
    public let next: [String]

    public init(_ rank: Int, _ step: TourStep, next: [String] = []) {
        self.rank = rank
        self.step = step
        self.next = next
    }
}

extension ExtensionPoint where Contribution == WelcomeStep {
    /// The extension point for features' steps of the first tour.
    public static var welcomeSteps: Self { ExtensionPoint() }
}
