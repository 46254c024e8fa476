import Content
import Kernel
import Terminal

/// Where a learner's choice of a variant is kept; the composition root fills it from the profile.
public struct VariantChoice: Sendable {
    /// The id of the chosen variant; nil for the standard. Changes nothing.
    public let current: @Sendable () throws -> String?
    /// Keeps another choice; nil for the standard.
    public let choose: @Sendable (_ id: String?) throws -> Void
    /// Whose choice it is, for people.
    public let who: @Sendable () throws -> String

    /// A choice from functions.
    public init(
        current: @escaping @Sendable () throws -> String?, choose: @escaping @Sendable (_ id: String?) throws -> Void,
        who: @escaping @Sendable () throws -> String
    ) {
        (self.current, self.choose, self.who) = (current, choose, who)
    }

    /// The chosen variant; the standard where the records cannot be opened: what is to be looked up does not lie in them.
    public func heeded() throws -> String? { try Failure.heeding(nil, current) }
}

extension Failure {
    /// What a body gives, or something else where the records may not be written or cannot be had at all. Every other failure is one.
    package static func heeding<Value>(_ otherwise: Value, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let failure as Failure where failure.kind == .cannotCreate || failure.code.isOfMachine {
            return otherwise
        }
    }
}

/// `variant list` and `variant use`.
struct VariantDesk: Sendable {
    let curriculum: @Sendable () -> Curriculum
    let choice: VariantChoice

    var commands: [Command] { [list, use] }

    /// One way to do things, as it is listed.
    private struct Way: Sendable {
        let id: String
        let name: String
        let about: String
        let school: String
        let isChosen: Bool
    }

    private static let standard = "standard"

    private static let fields: [Field<Way>] = [
        Field("id", title: "Id", "the identifier; `standard` is what the packs teach without a variant") { .text($0.id) },
        Field("name", title: "Name", "the name", cell: { StyledText($0.name, $0.isChosen ? .title : .plain) }) { .text($0.name) },
        Field("school", "the association or club it follows") { .text($0.school.isEmpty ? nil : $0.school) },
        Field("about", title: "What differs", "what it changes", isSaid: true) { .text($0.about.isEmpty ? nil : $0.about) },
        Field("chosen", title: "Chosen", "whether this profile follows it", cell: { StyledText($0.isChosen ? "chosen" : "") }) {
            .bool($0.isChosen)
        },
    ]

    private func ways() throws -> [Way] {
        let chosen = try choice.current()
        let first = Way(
            id: Self.standard, name: "Standard", about: "Everything as the packs teach it.", school: "", isChosen: chosen == nil)
        return [first]
            + curriculum().variants().value.map {
                Way(id: $0.id, name: $0.name, about: $0.about, school: $0.school, isChosen: $0.id == chosen)
            }
    }

    private var list: Command {
        Command(
            "variant list", "List the variants of different associations, and the one this profile follows",
            discussion:
                "A variant is a pack with \"variant\": true; it changes movements, spellings or sparring rules for people who choose it.",
            examples: [.init("variant list", "all variants")], returns: .list(Self.fields)
        ) {
            let all = try ways()
            return .list(
                all, Self.fields, heading: "Variants", empty: "", footer: trouble(curriculum().variants().findings),
                next: all.first { !$0.isChosen }.map { ["variant use \($0.id)"] } ?? ["pattern list"])
        }
    }

    private var use: Command {
        let ids: ValueKind<String> = .text.completed { typed in
            ((try? ways().map(\.id)) ?? []).filter { $0.hasPrefix(typed) }
        }
        return Command(
            "variant use", "Choose the variant that this profile follows",
            examples: [
                .init("variant use yul-gok-middle", "kick to the middle in Yul-Gok"),
                .init("variant use standard", "as the packs teach"),
            ], .argument("id", ids, "a variant's id, or `standard`"), returns: .one(Self.fields), changes: true
        ) { wanted in
            guard let way = try ways().first(where: { $0.id == wanted }) else { throw try unknown(wanted) }
            try choice.choose(way.id == Self.standard ? nil : way.id)
            let now = Way(id: way.id, name: way.name, about: way.about, school: way.school, isChosen: true)
            return .changed(
                "\(try choice.who()) now follows \(way.name) (\(way.id)).", now, Self.fields,
                next: ["variant list", "pattern list"])
        }
    }

    private func unknown(_ id: String) throws -> Failure {
        Curriculum.unknown(
            .unknownVariant, "variant", id,
            among: try ways().map {
                Searchable(id: $0.id, kind: "variant", english: [$0.name, $0.id], hangul: [], romanizations: [])
            },
            advice: "`variant list` shows them all.")
    }
}
