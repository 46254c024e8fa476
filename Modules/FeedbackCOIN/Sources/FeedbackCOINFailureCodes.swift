import Kernel

extension Failure.Code {
    package static var addressInvalid: Self { Self() }
    package static var analyticsDenied: Self { Self() }
    package static var attachmentInvalid: Self { Self() }
    package static var attachmentsTooLarge: Self { Self() }
    package static var contextMissing: Self { Self() }
    package static var documentsDenied: Self { Self() }
    package static var headerInjection: Self { Self() }
    package static var importUnclear: Self { Self() }
    package static var mailtoTooLong: Self { Self() }
    package static var mailtoWithFiles: Self { Self() }
    package static var noFollowUp: Self { Self() }
    package static var noRecipient: Self { Self() }
    package static var personInvalid: Self { Self() }
    package static var personIsTheSame: Self { Self() }
    package static var personNotFound: Self { Self() }
    package static var personNotNoted: Self { Self() }
    package static var personTaken: Self { Self() }
    package static var projectInvalid: Self { Self() }
    package static var recipientEmpty: Self { Self() }
    package static var sectionTooLong: Self { Self() }
    package static var sharedNotRecorded: Self { Self() }
    package static var sharingDenied: Self { Self() }
    package static var signatureInvalid: Self { Self() }
    package static var stepInvalid: Self { Self() }
    package static var subjectInvalid: Self { Self() }
    package static var teamDenied: Self { Self() }
    package static var teamWithOneself: Self { Self() }
    package static var templateBuiltIn: Self { Self() }
    package static var templateEmpty: Self { Self() }
    package static var templateNameInvalid: Self { Self() }
    package static var templateNameTaken: Self { Self() }
    package static var templateNotFound: Self { Self() }
    package static var templateSummaryInvalid: Self { Self() }
    package static var tooManyRecipients: Self { Self() }
}
