import Community
import Guidance
import Interface

extension CommunityClient {
    /// The outcome of feedback and votes, for an app's `news`.
    package var feedbackNews: FeedbackNews {
        FeedbackNews(
            released: {
                try whatsNew().released.compactMap { entry in
                    entry.item.releaseDate.map { .init(id: entry.item.id.rawValue, text: entry.thanks, day: $0) }
                }
            }, next: { try whatsNew().nextUp?.title })
    }
}

extension AppDescription {
    /// The privacy text about data that leaves a device through the community, for apps that take
    /// part.
    package static let sharing =
        """
        Only what you send to the community yourself leaves it, under an anonymous name: votes, suggestions, and feedback with the app's version, the \
        system and the machine. How you use the app is sent too, and that you used it this month, unless you switch that off.
        """
}
