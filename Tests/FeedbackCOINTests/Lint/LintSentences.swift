import FeedbackCOIN

/// A sentence and the flaws that the lint should report in it.
struct LintSentence {
    let section: FeedbackSection
    let text: String
    /// All flaws that a careful reader could name. Empty for a good sentence.
    let flaws: Set<Flaw>

    init(_ section: FeedbackSection, _ text: String, _ flaws: Flaw...) {
        self.section = section
        self.text = text
        self.flaws = Set(flaws)
    }
}

/// Labeled sentences. Half have a flaw. Some of the others resemble flawed ones.
enum LintSentences {
    static let measured: [LintSentence] = [
        .init(.observation, "Your presentation on Tuesday was terrible.", .judgement),
        .init(.observation, "You handled the call with the supplier unprofessionally.", .judgement),
        .init(.observation, "The minutes you wrote were sloppy.", .judgement),
        .init(.observation, "Great job on the release!", .judgement),
        .init(.observation, "You answered Kim rudely in front of the customer.", .judgement),
        .init(.observation, "Your code was a mess.", .judgement),
        .init(.observation, "You did a brilliant job with the migration.", .judgement),
        .init(.observation, "You always interrupt me in the stand-up.", .absolute),
        .init(.observation, "You never answer your e-mail.", .absolute),
        .init(.context, "Every single time we meet, you are late.", .absolute),
        .init(.observation, "You constantly change the plan.", .absolute),
        .init(.observation, "Nobody ever gets an answer from you.", .absolute),
        .init(.observation, "You don't care about the deadline.", .mindReading),
        .init(.observation, "He wanted to make me look bad in front of the board.", .mindReading),
        .init(.observation, "You obviously think the rules are for other people.", .mindReading),
        .init(.observation, "She ignored my comment on purpose.", .mindReading),
        .init(.impact, "You just want the credit for our work.", .mindReading),
        .init(.observation, "You were trying to avoid the question.", .mindReading),
        .init(.observation, "Sam doesn’t respect my time.", .mindReading),
        .init(.observation, "You are lazy.", .label),
        .init(.context, "Sam is a control freak.", .label),
        .init(.observation, "You're so negative in the retros.", .label),
        .init(.observation, "She is such a know-it-all.", .label),
        .init(.observation, "You have a bad attitude.", .label, .judgement),
        .init(.impact, "It was not good.", .noImpact),
        .init(.impact, "This is simply not acceptable.", .noImpact),
        .init(.nextSteps, "Better communication.", .openStep),
        .init(.nextSteps, "You should be more careful.", .openStep),
        .init(.nextSteps, "The documents should be sent earlier.", .openStep),
        .init(.nextSteps, "Please try to improve.", .openStep),

        .init(.observation, "She said: “You always change the plan.”"),
        .init(.observation, "In the meeting you spoke over Kim twice."),
        .init(.observation, "You wrote 'this is terrible' under the pull request."),
        .init(.observation, "The build never finished on Monday, because the disk was full."),
        .init(.observation, "The page answered 502 Bad Gateway for ten minutes."),
        .init(.observation, "You said that you wanted to leave early."),
        .init(.observation, "You told me you don't care which date we take."),
        .init(.observation, "Good morning was all you said before you left the call."),
        .init(.observation, "You asked whether we should always encrypt the backups."),
        .init(.observation, "Three of the five reports came after Friday noon."),
        .init(.observation, "The demo ran for 40 minutes; you answered eleven questions."),
        .init(.context, "After the release on Friday we met to talk about the two outages."),
        .init(.context, "Sam and I share the on-call rota this month."),
        .init(.context, "Our quarterly review, as always on the first Monday."),
        .init(.observation, "You had never used the tool before, and read the manual first."),
        .init(.observation, "The test suite is unreliable: 4 of 20 runs failed without a change."),
        .init(.observation, "The difficult part of the migration took you two days."),
        .init(.observation, "You sent the patch at 18:40 and wrote what it does not cover."),
        .init(.observation, "You did not answer the three messages of 4, 5 and 9 November."),
        .init(.impact, "Two people waited an hour, and the release slipped by a day."),
        .init(.impact, "I had to explain the numbers to the customer without you."),
        .init(.impact, "The support team answered fourteen calls about it."),
        .init(.impact, "Because you stepped in, nobody had to work on Saturday."),
        .init(.impact, "It cost us the morning."),
        .init(.nextSteps, "You send the agenda a day before each meeting, from next week."),
        .init(.nextSteps, "Please send me the draft by Friday."),
        .init(.nextSteps, "Sam and I look at the rota together on Thursday."),
        .init(.nextSteps, "Always run the tests before you merge."),
        .init(.nextSteps, "Let us talk about it in our next one-to-one."),
        .init(.nextSteps, "From now on I will write down who decides, and you check it the same day."),
    ]

    /// Sentences about a ward, a school, a kitchen and a yard. No rule was changed because of them.
    static let heldBack: [LintSentence] = [
        .init(.observation, "Nurse Patel was completely careless with the drug chart.", .judgement, .label),
        .init(.observation, "You are forever leaving the ward without telling anyone.", .absolute),
        .init(.observation, "He couldn't be bothered to refill the trolley.", .mindReading),
        .init(.context, "Marta is a troublemaker.", .label),
        .init(.observation, "The lesson was boring.", .judgement),
        .init(.observation, "Your delivery notes are a disgrace.", .judgement),
        .init(.observation, "You clearly had no interest in helping the new driver.", .mindReading),
        .init(.observation, "All you do is complain at handover.", .absolute),
        .init(.impact, "That is just wrong.", .noImpact),
        .init(.impact, "Very annoying.", .noImpact),
        .init(.nextSteps, "More respect, please.", .openStep),
        .init(.nextSteps, "This must not happen again.", .openStep),
        .init(.observation, "They were hoping that nobody would notice the broken pallet.", .mindReading),
        .init(.observation, "Not once have you cleaned the fryer.", .absolute),
        .init(.context, "You are an arrogant person and hard to work with.", .label),

        .init(.observation, "At 07:10 the chart of bed 4 had two doses signed for the same hour."),
        .init(.observation, "A parent wrote to me: \"your teacher never calls back\"."),
        .init(.observation, "You stayed until 22:00 to finish the order for the hotel."),
        .init(.observation, "The ceiling in room 3 was in a bad state: two panels hung loose."),
        .init(.observation, "You moved the three pallets to dock 2 and labelled them."),
        .init(.observation, "When the fryer caught fire you switched off the gas and called 999."),
        .init(.context, "Handover on the night ward, 3 November."),
        .init(.context, "The inspection of the kitchen, which always takes place in spring."),
        .init(.impact, "The patient got her medicine ninety minutes late."),
        .init(.impact, "Parents have started to ring the office instead of writing."),
        .init(.impact, "The driver left with half of the load and had to come back."),
        .init(.nextSteps, "Ana shows the new driver the loading sheet on his first morning."),
        .init(.nextSteps, "Next Monday you and I walk through the kitchen with the checklist."),
        .init(.nextSteps, "Sign each dose at the bedside, starting with tonight's round."),
        .init(.observation, "She told the class that she wanted to hear every voice once."),
    ]
}
