import Kernel

/// What lets people in: a code that was told once, of which the place keeps the hash alone.
public struct GroupInvitation: Storable, Hashable {
    /// The hash of the code, in hexadecimal digits.
    public let id: Identifier<GroupInvitation>
    /// Which role it gives.
    public let role: String
    /// How many people it still lets in.
    public var left: Int
    /// The last day on which it does; nil for no end.
    public let until: Day?
    /// Who invited.
    public let by: Identifier<Member>

    /// The most people whom one code lets in.
    public static let mostUses = 200

    /// In the group's place.
    public static let collection = RecordCollection<GroupInvitation>("groups.invitation")

    /// An invitation as a place tells of it.
    public init(id: Identifier<GroupInvitation>, role: String, left: Int, until: Day?, by: Identifier<Member>) {
        (self.id, self.role, self.left, self.until, self.by) = (id, role, left, until, by)
    }

    /// A code from chance: 128 bits as 32 hexadecimal digits.
    static func code(_ chance: [UInt8]) -> String { Array(SHA256.digest(chance).prefix(16)).hexadecimal }

    /// Under which name a code is kept. Blanks and capitals that come by copying it count for nothing.
    static func id(of code: String) -> Identifier<GroupInvitation> {
        Identifier(SHA256.digest(Array(GroupInvitation.typed(code).utf8)).hexadecimal)
    }

    /// A code as it was made, from what somebody typed.
    package static func typed(_ code: String) -> String {
        code.lowercased().filter { !$0.isWhitespace && $0 != "-" }
    }
}
