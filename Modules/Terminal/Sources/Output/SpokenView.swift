import Languages

extension DialogueView {
    /// The same as a language says it. Keys stay where they are.
    func spoken(by tongue: Tongue) -> DialogueView {
        guard !tongue.isEnglish else { return self }
        let said: Wanted =
            switch wanted {
            case .key(let hints): .key(hints.map { $0.spoken(by: tongue) })
            case .line(let prompt): .line(prompt: tongue.say(sentence: prompt))
            }
        var view = DialogueView(
            blocks.spoken(by: tongue), wanted: said, tickInterval: tickInterval, ringsBell: ringsBell,
            title: title.map(tongue.say(sentence:)), help: help, progress: progress, stage: stage?.spoken(by: tongue),
            ground: ground, picture: picture, parting: parting.map(tongue.say(sentence:)))
        view.rows = rows?.map { $0.spoken(by: tongue) }
        view.pictures = pictures
        view.quiet = quiet.map { $0.spoken(by: tongue) }
        view.takesEveryKey = takesEveryKey
        return view
    }
}

extension KeyHint {
    fileprivate func spoken(by tongue: Tongue) -> KeyHint {
        KeyHint(key, tongue.say(sentence: meaning), outcome: tongue.say(sentence: outcome))
    }
}

extension Stage {
    fileprivate func spoken(by tongue: Tongue) -> Stage {
        Stage(
            title.spoken(by: tongue), aside: aside.spoken(by: tongue), progress: progress, colors: colors,
            card: card.spoken(by: tongue), said: said.spoken(by: tongue), isFramed: isFramed)
    }
}
