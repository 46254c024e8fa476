import Kernel

/// The rules against invalid phrases, each explained in one sentence.
extension PhraseDraft {
    /// The reason why the draft is not a phrase; nil if it is one.
    var objection: String? {
        guard let action else {
            let isStance = parts.allSatisfy { $0.role == .stance || $0.role == .side } && stance != nil && side == nil
            return isStance ? stanceObjection : Self.noEnd
        }
        guard let technique else {
            let meaning = PhraseLexicon.wordMeaning(action)
            if manner.isEmpty,
                let exampleName = NamedTechnique.all.first(where: { $0.action == action })?.words.joined(separator: " ")
            {
                return "\(action) (\(meaning)) does not stand by itself: say, for example, \(exampleName)."
            }
            let mannerMeaning = manner.map(PhraseLexicon.wordMeaning).joined(separator: " ")
            let sentence =
                "No technique is called \((manner + [action]).joined(separator: " ")) (\(mannerMeaning) \(meaning))"
            return sentence
                + (similarTechnique.map { ": say, for example, \($0.words.joined(separator: " ")) (\($0.english))." }
                    ?? ".")
        }
        return stanceObjection ?? standingObjection(technique) ?? toolObjection(technique) ?? sectionObjection(
            technique)
            ?? armObjection(technique) ?? sideObjection(technique)
    }

    /// A technique of the same kind with a similar beginning: 옆차 지르기 (side piercing kick) for 옆 차기.
    private var similarTechnique: NamedTechnique? {
        guard let action, let firstWord = manner.first else { return nil }
        let kinds = Set(NamedTechnique.all.lazy.filter { $0.action == action }.map(\.kind))
        return NamedTechnique.all.first { kinds.contains($0.kind) && $0.words[0].hasPrefix(firstWord) }
    }

    static let noEnd = "The end is missing: what is done, such as 막기 (block), or 서기 (stance)."

    /// The reason why the stance cannot have a side, or nil otherwise.
    private var stanceObjection: String? {
        guard let stance, stanceSide != nil, stance.feet == .level else { return nil }
        return "\(indefinite(stance.part.english)) is neither left nor right: both feet stand alike."
    }

    /// Returns the reason why the technique is impossible in this stance or in the air.
    private func standingObjection(_ craft: NamedTechnique) -> String? {
        if leap != nil, !craft.canFly { return "\(indefinite(craft.english)) is not done flying." }
        guard let stance else { return nil }
        if leap != nil { return "In the air nobody stands: say 뛰며 (flying) or the stance, not both." }
        if craft.kind == .kick { return "A kick is done on one leg, so no stance is named with it." }
        return stance.isStill ? "\(indefinite(stance.part.english)) is for waiting: no technique is done in it." : nil
    }

    /// Returns the reason why the tool is missing or wrong.
    private func toolObjection(_ craft: NamedTechnique) -> String? {
        guard let tool else {
            guard !craft.allowsNoTool, let exampleTool = craft.tools.first else { return nil }
            return
                "\(indefinite(craft.english)) needs to say what it is done with, such as \(PhraseLexicon.named(exampleTool))."
        }
        let toolName = tool.part.words.joined(separator: " ")
        guard !craft.tools.contains(toolName) else { return nil }
        if craft.kind == .kick {
            let isFoot = ["발", "발칼", "발등", "뒤축", "앞꿈치"].contains(toolName)
            if isFoot {
                return "The name of a kick leaves out the part of the foot: no \(PhraseLexicon.named(toolName))."
            }
            return toolName == "무릎"
                ? "\(indefinite(craft.english)) is not done with the knee: only 올려 차기 (upward kick) is."
                : "\(indefinite(craft.english)) is done with the foot, not with \(PhraseLexicon.named(toolName))."
        }
        guard let firstTool = craft.tools.first.map(PhraseLexicon.english) else {
            return "The name of \(indefinite(craft.english, atStart: false)) leaves out what it is done with."
        }
        let otherTools = craft.tools.dropFirst().map(PhraseLexicon.english)
        let toolList =
            otherTools.isEmpty
            ? firstTool
            : otherTools.count < 3
                ? listed([firstTool] + otherTools, .or)
                : listed([firstTool, otherTools[0], "others"])
        return "\(indefinite(craft.english)) is done with the \(toolList), not with \(PhraseLexicon.named(toolName))."
    }

    /// Returns the reason why the height is wrong.
    private func sectionObjection(_ craft: NamedTechnique) -> String? {
        guard let section, !craft.sections.contains(section.words[0]) else { return nil }
        guard !craft.sections.isEmpty else {
            let subject = indefinite(craft.english)
            return tool.map { "\(subject) with the \($0.part.english) has one height only, which its name leaves out." }
                ?? "\(subject) has one height only, which its name leaves out."
        }
        let possibleSections = listed(craft.sections.map(PhraseLexicon.named), .or)
        return "\(indefinite(craft.english)) is not \(PhraseLexicon.named(section.words[0])), but \(possibleSections)."
    }

    /// Returns whether the technique uses both arms, by itself or because of its tool.
    private func usesBothArms(_ craft: NamedTechnique) -> Bool { craft.usesBothArms || tool?.usesBothArms == true }

    /// Returns the reason why obverse or reverse is wrong here.
    private func armObjection(_ craft: NamedTechnique) -> String? {
        guard arm != nil else { return nil }
        if craft.kind == .kick { return "바로 (obverse) and 반대 (reverse) are said of arms, not of kicks." }
        if side != nil { return "The arm is said once: by 왼 or 오른, or by 바로 or 반대." }
        if usesBothArms(craft) { return "Both arms do this \(craft.english), so it is neither obverse nor reverse." }
        guard let stance, stance.feet == .level else { return nil }
        return
            "In \(indefinite(stance.part.english, atStart: false)) no foot is in front, so no arm is obverse or reverse: say 왼 or 오른."
    }

    /// Returns the reason why left or right is wrong here.
    private func sideObjection(_ craft: NamedTechnique) -> String? {
        guard side != nil else { return nil }
        if usesBothArms(craft) {
            return craft.kind == .kick
                ? "Both feet do this \(craft.english), so it is neither left nor right."
                : "Both arms do this \(craft.english), so it is neither left nor right."
        }
        guard let stance, stance.feet == .sided else { return nil }
        return
            "In \(indefinite(stance.part.english, atStart: false)) the arm is 바로 (obverse) or 반대 (reverse), not 왼 or 오른."
    }

    /// Returns the text with "a" or "an", chosen by sound: an L-stance, a U-shape block.
    private func indefinite(_ english: String, atStart: Bool = true) -> String {
        let isVowel =
            "aeioAEIO".contains(english.first ?? " ") || english.hasPrefix("L-") || english.hasPrefix("X-")
            || english.hasPrefix("up") || english.hasPrefix("un")
        return (atStart ? "A" : "a") + (isVowel ? "n " : " ") + english
    }
}

/// English translations of words and parts for sentences.
enum PhraseLexicon {
    /// The English of every part by its Korean words.
    private static let englishByWords: [String: String] = {
        let allParts =
            [PhraseParts.leap] + PhraseParts.sides + PhraseParts.sections + PhraseParts.arms
            + PhraseParts.tools.map(\.part)
            + PhraseParts.stances.map(\.part)
        return Dictionary(allParts.map { ($0.words.joined(separator: " "), $0.english) }) { first, _ in first }
    }()

    /// Returns a part in English.
    static func english(_ partName: String) -> String { englishByWords[partName] ?? wordMeaning(partName) }

    /// Returns a part in both languages, for example 팔목 (forearm).
    static func named(_ partName: String) -> String { "\(partName) (\(english(partName)))" }

    /// Returns the translation of a single word.
    static func wordMeaning(_ word: String) -> String {
        PhraseParts.wordMeanings[word] ?? stems[word] ?? englishByWords[word] ?? word
    }

    /// The English of the first word of each stance.
    private static let stems = Dictionary(
        PhraseParts.stances.filter { $0.part.words.count == 2 }.map { stance in
            (stance.part.words[0], stance.part.english.replacing(" stance", with: "").replacing("-stance", with: ""))
        }
    ) { first, _ in first }
}
