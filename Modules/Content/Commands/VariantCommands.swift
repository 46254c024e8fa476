import Content
import Interface
import Kernel

/// The storage of a learner's chosen variant, which the composition root connects to the profile.
package struct VariantChoice: Sendable {
    /// Reads the id of the chosen variant; nil for the standard.
    package let current: @Sendable () throws -> String?
    /// Saves another choice; nil for the standard.
    package let choose: @Sendable (_ id: String?) throws -> Void
    package let profileName: @Sendable () throws -> String

    package init(
        current: @escaping @Sendable () throws -> String?, choose: @escaping @Sendable (_ id: String?) throws -> Void,
        profileName: @escaping @Sendable () throws -> String
    ) {
        self.current = current
        self.choose = choose
        self.profileName = profileName
    }

    /// Returns the chosen variant, or the standard if the records cannot be opened, because lookups
    /// do not depend on the records.
    package func validatedVariant() throws -> String? { try Failure.withFallback(nil, current) }
}

extension Failure {
    /// Returns the result of `body`, or `otherwise` if the records are read-only or unavailable.
    ///
    /// - Throws: every other failure.
    package static func withFallback<Value>(_ otherwise: Value, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let failure as Failure where failure.kind == .cannotCreate || failure.code.isSystemFailure {
            return otherwise
        }
    }
}

/// The commands `variant list` and `variant use`.
struct VariantCommands: Sendable {
    let curriculum: @Sendable () -> Curriculum
    let choice: VariantChoice

    var commands: [Command] { [list, use] }

    /// A variant in the list.
    private struct Variant: Sendable {
        let id: String
        let name: String
        let about: String
        let school: String
        let isChosen: Bool
    }

    private static let standard = "standard"

    private static let fields: [Field<Variant>] = [
        Field("id", title: "Id", "the identifier; `standard` is what the packs teach without a variant") {
            .text($0.id)
        },
        Field("name", title: "Name", "the name", cell: { StyledText($0.name, $0.isChosen ? .title : .plain) }) {
            .text($0.name)
        },
        Field("school", "the association or club it follows") { .text($0.school.isEmpty ? nil : $0.school) },
        Field("about", title: "What differs", "what it changes", isTranslatable: true) {
            .text($0.about.isEmpty ? nil : $0.about)
        },
        Field(
            "chosen", title: "Chosen", "whether this profile follows it",
            cell: { StyledText($0.isChosen ? "chosen" : "") }
        ) {
            .bool($0.isChosen)
        },
    ]

    /// Returns the standard and all variants, with the chosen one marked.
    private func variants() throws -> [Variant] {
        let chosenID = try choice.current()
        let standardVariant = Variant(
            id: Self.standard, name: "Standard", about: "Everything as the packs teach it.", school: "",
            isChosen: chosenID == nil)
        return [standardVariant]
            + curriculum().variants().value.map {
                Variant(id: $0.id, name: $0.name, about: $0.about, school: $0.school, isChosen: $0.id == chosenID)
            }
    }

    private var list: Command {
        Command(
            "variant list", "List the variants of different associations, and the one this profile follows",
            discussion:
                "A variant is a pack with \"variant\": true; it changes movements, spellings or sparring rules for people who choose it.",
            examples: [.init("variant list", "all variants")], returns: .list(Self.fields)
        ) {
            let all = try variants()
            return .list(
                all, Self.fields, heading: "Variants", empty: "",
                footer: skippedEntriesWarning(curriculum().variants().findings),
                next: all.first { !$0.isChosen }.map { ["variant use \($0.id)"] } ?? ["pattern list"])
        }
    }

    private var use: Command {
        let ids: ValueKind<String> = .text.completed { typed in
            ((try? variants().map(\.id)) ?? []).filter { $0.hasPrefix(typed) }
        }
        return Command(
            "variant use", "Choose the variant that this profile follows",
            examples: [
                .init("variant use yul-gok-middle", "kick to the middle in Yul-Gok"),
                .init("variant use standard", "as the packs teach"),
            ], .argument("id", ids, "a variant's id, or `standard`"), returns: .one(Self.fields), changes: true
        ) { id in
            guard let variant = try variants().first(where: { $0.id == id }) else { throw try unknown(id) }
            try choice.choose(variant.id == Self.standard ? nil : variant.id)
            let chosenVariant = Variant(
                id: variant.id, name: variant.name, about: variant.about, school: variant.school, isChosen: true)
            return .changed(
                "\(try choice.profileName()) now follows \(variant.name) (\(variant.id)).", chosenVariant, Self.fields,
                next: ["variant list", "pattern list"])
        }
    }

    /// Returns the failure for an unknown variant, which suggests similar ones.
    private func unknown(_ id: String) throws -> Failure {
        Curriculum.unknown(
            .unknownVariant, "variant", id,
            among: try variants().map {
                Searchable(id: $0.id, kind: "variant", english: [$0.name, $0.id], hangul: [], romanizations: [])
            },
            advice: "`variant list` shows them all.")
    }
}
