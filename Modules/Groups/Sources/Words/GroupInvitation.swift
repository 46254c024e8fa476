import Kernel

/// An invitation: a code that was shown once, stored only as a hash.
package struct GroupInvitation: Storable, Hashable {
    package let id: Identifier<GroupInvitation>
    package let role: String
    /// The number of people that it can still admit.
    package var left: Int
    /// The last valid day, or nil for no end.
    package let until: Day?
    /// The member who created it.
    package let by: Identifier<Member>

    /// The maximum number of times that one invitation code can be used.
    package static let maximumUses = 200

    package static let collection = RecordCollection<GroupInvitation>("groups.invitation")

    /// Creates a code from random bytes: 128 bits as 32 hexadecimal digits.
    static func code(_ randomBytes: [UInt8]) -> String { SHA256.digest(randomBytes).prefix(16).hexadecimal }

    /// Returns the stored name of a code. Blanks and capitals from copying are ignored.
    static func id(of code: String) -> Identifier<GroupInvitation> {
        Identifier(SHA256.digest(Array(GroupInvitation.typed(code).utf8)).hexadecimal)
    }

    /// Returns a typed code in lowercase, without blanks and hyphens.
    package static func typed(_ code: String) -> String { code.lowercased().filter { !$0.isWhitespace && $0 != "-" } }
}
