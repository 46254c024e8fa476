import Guidance
import Interface

extension WelcomeTour {
    static let dojang = WelcomeTour(
        app: "dojang", "Welcome to TKDojang", ending: "Let's Go!",
        steps: [
            WelcomeStep(
                0,
                TourStep(
                    "Welcome",
                    """
                    TKDojang helps you learn by heart what Taekwon-Do asks for: its words, in Korean and English, its patterns and its theory, grade by grade,
                    as the ITF teaches them. A few minutes a day are enough.

                    Everything works without a network and stays on this machine, except what you send to the community.
                    """)),
            WelcomeStep(
                40,
                TourStep(
                    "Practice, Learn, Profile",
                    "Most commands belong to one of three groups. Type dojang alone to see where you stand and what to do next."
                )),
            WelcomeStep(
                100,
                TourStep(
                    "Ready to Start",
                    """
                    That is all. In a session, ? explains what you are doing, and help faq answers common questions.

                    Replay Welcome Tour: tour welcome.
                    """, maySkip: false)),
        ])
}
