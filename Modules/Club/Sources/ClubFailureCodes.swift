import Kernel

extension Failure.Code {
    /// Thrown when another member already has the alias on the club's leaderboard.
    package static var aliasTaken: Self { Self() }
    /// Thrown when a text differs from an amount of the club's currency between 1 and 100,000,000
    /// smallest units.
    package static var badAmount: Self { Self() }
    /// Thrown when a name or text of a club is empty, exceeds its length limit or contains
    /// invisible characters.
    package static var badClubName: Self { Self() }
    /// Thrown when an invitation differs from 32 hexadecimal digits, an @ and the club's place.
    package static var badInvitation: Self { Self() }
    /// Thrown when a pack's id differs from 1–60 small letters, digits and hyphens, or its bytes
    /// from UTF-8.
    package static var packWithoutName: Self { Self() }
    /// Thrown when a word set to send has fewer than 1 or more than 100 words.
    package static var badSet: Self { Self() }
    /// Thrown when a file of students differs from CSV in UTF-8, lacks the column `name`, or has an
    /// invalid line.
    package static var badRollFile: Self { Self() }
    /// Thrown when a new club has the name of an existing one on this device.
    package static var clubExists: Self { Self() }
    /// Thrown when a club with the given name is missing on this device or was deleted meanwhile.
    package static var clubNotFound: Self { Self() }
    /// Thrown when the day of a class, payment, grading or belt is after today.
    package static var futureDay: Self { Self() }
    /// Thrown when the student already has a grading on that day.
    package static var gradedAlready: Self { Self() }
    /// Thrown when `club student leave` names a student who has already left.
    package static var isGone: Self { Self() }
    /// Thrown when `club student return` names a student who is on the roll.
    package static var isThere: Self { Self() }
    /// Thrown when a command without `--club` finds several clubs on this device.
    package static var manyClubs: Self { Self() }
    /// Thrown when a typed name matches several students of the roll.
    package static var manyStudents: Self { Self() }
    /// Thrown when a command needs a club of this device before `club create`.
    package static var noClub: Self { Self() }
    /// Thrown when a lesson is planned without participants.
    package static var nobodyPresent: Self { Self() }
    /// Thrown when a grading is recorded for a student with the highest belt.
    package static var noNextRank: Self { Self() }
    /// Thrown when a command needs a shared club before `club join`.
    package static var noSharedClub: Self { Self() }
    /// Thrown when a pack is missing among those that the club offers or this device has installed.
    package static var noSuchPack: Self { Self() }
    /// Thrown when the attendance of an unmarked student is taken back.
    package static var notMarked: Self { Self() }
    /// Thrown when a pack for a club exceeds 256 KiB.
    package static var packTooLarge: Self { Self() }
    /// Thrown when the last day of a new task is before today.
    package static var pastDay: Self { Self() }
    /// Thrown when the named plan is missing among the club's fee plans.
    package static var planNotFound: Self { Self() }
    /// Thrown when a student is added to a roll of 1,000 students.
    package static var rollFull: Self { Self() }
    /// Thrown when another student of the roll has the given name or is already linked to the given
    /// member.
    package static var studentExists: Self { Self() }
    /// Thrown when a typed name is missing on the roll.
    package static var studentNotFound: Self { Self() }
    /// Thrown when a new club would exceed 20 clubs on this device.
    package static var tooManyClubs: Self { Self() }
    /// Thrown when a class would have more than 300 names.
    package static var tooManyNames: Self { Self() }
    /// Thrown when a club would publish more than 5 packs.
    package static var tooManyPacks: Self { Self() }
    /// Thrown when a club would offer more than 20 fee plans.
    package static var tooManyPlans: Self { Self() }
}
