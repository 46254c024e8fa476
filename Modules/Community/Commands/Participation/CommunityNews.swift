import Community
import Guidance
import Terminal

extension Participation {
    /// What came of what the community asked for, for an app's `news`.
    public var feedbackNews: FeedbackNews {
        FeedbackNews(
            released: {
                try whatsNew().released.compactMap { entry in
                    entry.item.releaseDate.map { .init(id: entry.item.id.rawValue, text: entry.thanks, day: $0) }
                }
            }, next: { try whatsNew().nextUp?.title })
    }
}

extension AppDescription {
    /// What leaves a device through the community; for the privacy texts of the apps that take part.
    public static let sharing =
        """
        Only what you send to the community yourself leaves it, under an anonymous name: votes, suggestions, and feedback with the app's version, the \
        system and the machine. How you use the app is sent too, and that you used it this month, unless you switch that off.
        """
}
