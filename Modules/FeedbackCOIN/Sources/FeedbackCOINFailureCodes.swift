import Kernel

extension Failure.Code {
    /// Thrown when an e-mail address is malformed, over 254 characters or contains characters
    /// outside ASCII.
    package static var addressInvalid: Self { Self() }
    /// Thrown by `analytics` when the gate `coin.analytics` denies it.
    package static var analyticsDenied: Self { Self() }
    /// Thrown when the file name of an attachment is empty, over 120 characters or holds invisible
    /// characters.
    package static var attachmentInvalid: Self { Self() }
    /// Thrown when the attachments of one message exceed 15 MB together.
    package static var attachmentsTooLarge: Self { Self() }
    /// Thrown when the context section of a feedback entry is empty.
    package static var contextMissing: Self { Self() }
    /// Thrown for an export as PDF or Word when the gate `coin.documents` denies it.
    package static var documentsDenied: Self { Self() }
    /// Thrown when text for a message header contains a line break or an invisible character.
    package static var headerInjection: Self { Self() }
    /// Thrown when a field of an imported entry has an unknown choice or an unreadable date.
    package static var importUnclear: Self { Self() }
    /// Thrown when a `mailto:` link exceeds 16384 bytes.
    package static var mailtoTooLong: Self { Self() }
    /// Thrown by `share --via mailto` for a letter with attachments, which a link cannot carry.
    package static var mailtoWithFiles: Self { Self() }
    /// Thrown when the user finishes the follow-up of an entry that has none.
    package static var noFollowUp: Self { Self() }
    /// Thrown by `share` when neither the entry nor `--to` provides an address.
    package static var noRecipient: Self { Self() }
    /// Thrown when a person lacks both name and address, has over 20 aliases, or a too long pronoun
    /// or team.
    package static var personInvalid: Self { Self() }
    /// Thrown by `person merge` when both names mean one person.
    package static var personIsTheSame: Self { Self() }
    /// Thrown when a typed name matches no person.
    package static var personNotFound: Self { Self() }
    /// Thrown by `person delete` for a person whose name occurs in entries but has no saved record.
    package static var personNotNoted: Self { Self() }
    /// Thrown when the name, address or alias of a person already belongs to another person.
    package static var personTaken: Self { Self() }
    /// Thrown when a project exceeds 60 characters or one line, or contains invisible characters.
    package static var projectInvalid: Self { Self() }
    /// Thrown when a recipient has neither a name nor an address.
    package static var recipientEmpty: Self { Self() }
    /// Thrown when a section of an entry exceeds 20000 characters.
    package static var sectionTooLong: Self { Self() }
    /// Thrown when the mailer accepted a message but the store failed to record the share.
    package static var sharedNotRecorded: Self { Self() }
    /// Thrown by `share` when the gate `coin.sharing` denies it or its limit is lower than the
    /// number of recipients.
    package static var sharingDenied: Self { Self() }
    /// Thrown when a signature exceeds 400 characters or 8 lines, or contains invisible characters.
    package static var signatureInvalid: Self { Self() }
    /// Thrown when the text of a follow-up exceeds 200 characters or one line, or contains
    /// invisible characters.
    package static var stepInvalid: Self { Self() }
    /// Thrown when the subject of a message is empty or exceeds 200 characters.
    package static var subjectInvalid: Self { Self() }
    /// Thrown by the `team` commands that write when the gate `coin.team` denies them.
    package static var teamDenied: Self { Self() }
    /// Thrown when a team member gives feedback to, asks, or removes themselves.
    package static var teamWithOneself: Self { Self() }
    /// Thrown when the user deletes a template that comes with the app.
    package static var templateBuiltIn: Self { Self() }
    /// Thrown when all sections of a new template are blank.
    package static var templateEmpty: Self { Self() }
    /// Thrown when a template's name has other characters than letters, digits and dashes, or
    /// exceeds 40.
    package static var templateNameInvalid: Self { Self() }
    /// Thrown when another template already has the name.
    package static var templateNameTaken: Self { Self() }
    /// Thrown when a typed name matches no template.
    package static var templateNotFound: Self { Self() }
    /// Thrown when the summary of a template exceeds 100 characters or one line.
    package static var templateSummaryInvalid: Self { Self() }
    /// Thrown when a message has more than 100 recipients.
    package static var tooManyRecipients: Self { Self() }
}
