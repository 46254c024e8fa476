import Kernel
import Learning

/// A repository that hands everything about practice on to another, but for what it does itself.
protocol PracticeForwarding: StudyRepository {
    var kept: StoredStudyRepository { get }
}

extension PracticeForwarding {
    func practice(_ session: Identifier<PracticeSession>) throws -> PracticeSession { try kept.practice(session) }
    func practices(latest limit: Int?) throws -> [PracticeSession] { try kept.practices(latest: limit) }
    func finished() throws -> [FinishedPractices] { try kept.finished() }
    func practiceAnswers(in session: Identifier<PracticeSession>) throws -> [PracticeAnswer] {
        try kept.practiceAnswers(in: session)
    }
    func mastery(of kind: StudyKind, subject: String?) throws -> [Mastery] { try kept.mastery(of: kind, subject: subject) }
    func begin(_ practice: PracticeSession) throws { try kept.begin(practice) }
    func change(practice: Identifier<PracticeSession>, _ change: @Sendable (inout PracticeSession) -> Void) throws
        -> PracticeSession
    { try kept.change(practice: practice, change) }
    func keep(_ given: GivenPractice, place: Int, label: String) throws -> PracticeAnswer {
        try kept.keep(given, place: place, label: label)
    }
    func takeBack(practice answer: Identifier<PracticeAnswer>, label: String) throws {
        try kept.takeBack(practice: answer, label: label)
    }
}
