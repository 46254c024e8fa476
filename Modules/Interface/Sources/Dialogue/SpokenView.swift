import Languages

extension DialogueView {
    /// Returns the view in another language, with the same keys.
    package func translated(by translator: Translator) -> DialogueView {
        guard !translator.isEnglish else { return self }
        let newWanted: Wanted =
            switch wanted {
            case .key(let hints): .key(hints.map { $0.translated(by: translator) })
            case .line(let prompt): .line(prompt: translator.translation(sentence: prompt))
            }
        var view = DialogueView(
            blocks.translated(by: translator), wanted: newWanted, tickInterval: tickInterval, ringsBell: ringsBell,
            title: title.map(translator.translation(sentence:)), help: help, progress: progress,
            stage: stage?.translated(by: translator),
            background: background, picture: picture, exitMessage: exitMessage.map(translator.translation(sentence:)))
        view.rows = rows?.map { $0.translated(by: translator) }
        view.pictures = pictures
        view.helpOnlyKeys = helpOnlyKeys.map { $0.translated(by: translator) }
        view.takesEveryKey = takesEveryKey
        return view
    }
}

extension KeyHint {
    fileprivate func translated(by translator: Translator) -> KeyHint {
        KeyHint(key, translator.translation(sentence: meaning), outcome: translator.translation(sentence: outcome))
    }
}

extension Stage {
    fileprivate func translated(by translator: Translator) -> Stage {
        Stage(
            title.translated(by: translator), aside: aside.translated(by: translator), progress: progress,
            colors: colors,
            card: card.translated(by: translator), feedback: feedback.translated(by: translator), isFramed: isFramed)
    }
}
