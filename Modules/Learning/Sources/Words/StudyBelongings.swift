import Kernel
import Practice

extension StudySettings {
    /// Every kind of record that study keeps. What is remembered, and what each day came to, is made anew of the answers; what older programs left is
    /// moved into the log of today before anything of it travels.
    public static var belongings: [Belongings] {
        [
            Belongings(.progress, [Answer.collection, LoggedRun.collection], isMissed: false),
            .remade([ItemMemory.collection, PracticeDay.collection]), Belongings(.progress, [WordCare.collection]),
            Belongings(.settings, [StudySettings.collection], isMissed: false), .staying(FormerStudy.collections),
        ]
    }
}
