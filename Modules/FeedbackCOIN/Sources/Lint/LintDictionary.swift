/// The phrases of the rules, one a line in the format of `LintPhrase`.
///
/// They are English. Another language needs other lists.
enum LintDictionary {
    static let harmless = LintPhrases(
        """
        good morning|afternoon|evening|night|friday|luck
        as always
        never before
        never mind
        always on
        bad gateway|request|sector|sectors|block|blocks|weather|connection|link|links|debt|cheque
        poor connection|network|light|visibility|reception|signal|weather
        outstanding invoice*|payment*|issue*|ticket*|task*|order*|balance|item*
        excellent rating|ratings
        great britain
        brilliant white
        look*|looking after
        kind of
        born on|in|to
        """)

    static let judgement = LintPhrases(
        """
        terribl*
        horribl*
        awful|awfully
        dreadful|dreadfully
        appalling|appallingly
        abysmal|abysmally
        atrocious|atrociously
        dire
        pathetic|pathetically
        pitiful|pitifully
        laughable|laughably
        ridiculous|ridiculously
        stupid|stupidly => Say what was said or done, and what it led to.
        idiotic
        useless
        worthless
        hopeless|hopelessly
        lousy
        sloppy|sloppily => Name what was missing: “Page 3 had no date and no total.”
        shoddy
        slapdash
        haphazard|haphazardly
        amateurish
        substandard
        second rate
        half baked
        lacklustre|lackluster
        not good enough
        not up to scratch|standard|par
        below par|standard
        unprofessional|unprofessionally
        unacceptable|unacceptably
        inexcusable|inexcusably
        unforgivable
        outrageous|outrageously
        disgraceful|disgracefully
        shameful|shamefully
        a disgrace|disaster|joke|mess|nightmare|shambles
        inappropriate|inappropriately
        disrespectful|disrespectfully => Say what was said or done: “You looked at your phone while Kim spoke.”
        condescending|condescendingly
        patronising|patronisingly|patronizing|patronizingly
        dismissive|dismissively
        sarcastic|sarcastically
        snide
        tactless|tactlessly
        childish|childishly
        clumsy|clumsily
        inept|ineptly
        negligent|negligently
        reckless|recklessly
        disappointing|disappointingly
        embarrassing|embarrassingly
        messy
        chaotic
        mediocre
        careless|carelessly => Name what was left out: “The second check is not signed.”
        thoughtless|thoughtlessly
        rude|rudely => Say what was said or done: “You cut Kim short twice.”
        impolite|impolitely
        arrogantly
        aggressively
        defensively
        unhelpful
        unreasonable|unreasonably
        lazily
        half hearted|heartedly
        """)

    /// Words that also describe things and are judgments only in an observation.
    static let observationJudgements = LintPhrases(
        """
        poor|poorly
        bad|badly
        boring
        annoying|annoyingly
        great|fabulous|lovely|super|top job|work|presentation|effort|idea|meeting|attitude|stuff => Say what was great about it: “The demo ran without a hitch, and you answered eleven questions.”
        good job|work|effort|stuff => Say what was good about it: “You wrote the summary the same evening.”
        nice job|work|one => Say what was good about it: “You wrote the summary the same evening.”
        well done => Say what was done, and what it made possible.
        excellent|excellently
        brilliant|brilliantly
        amazing|amazingly
        awesome
        fantastic|fantastically
        wonderful|wonderfully
        superb|superbly
        outstanding|outstandingly
        exceptional|exceptionally
        incredible|incredibly
        impressive|impressively
        magnificent|magnificently
        marvellous|marvellously|marvelous
        phenomenal|phenomenally
        stellar
        terrific
        splendid|splendidly
        top notch
        second to none
        """)

    static let absolute = LintPhrases(
        """
        always
        never
        every single
        each and every time
        every time you|he|she|they|i|we|there|anybody|anyone|somebody|someone
        whenever i|we|there|theres|anybody|anyone|somebody|someone
        all the time
        the whole time
        day in day out
        time and again
        over and over
        as usual
        without fail
        without exception
        constantly
        continually
        perpetually
        invariably
        incessantly
        endlessly
        forever
        nobody|noone|nothing ever
        no one ever
        not ever
        everybody|everyone knows|thinks|says|agrees|hates|complains
        everything you do|say|write
        nothing you do|say|write
        """)

    /// Phrases about another person's thoughts, regardless of the subject.
    static let mindReading = LintPhrases(
        """
        on purpose
        deliberately
        intentionally
        purposely
        out of spite|jealousy|laziness
        to spite
        secretly
        hidden agenda
        couldnt|cant be bothered
        could not be bothered
        couldnt care less
        could not care less
        dont|doesnt|didnt give a damn
        dont|doesnt|didnt bother|bothered
        make|makes|made|making me|us|him|her|them look bad|stupid|foolish|silly
        felt|feel|feels|feeling threatened|superior|entitled
        to show off
        showing off
        to look good|clever|important|busy
        score|scoring points
        to get at me|us|him|her|them
        to get back at
        to get your|his|her|their own way
        had|has|have it in for
        lost interest
        no interest in
        not interested in
        no respect|regard for
        power trip
        playing games|dumb
        jealous
        """)

    /// Verbs of thought that read a mind only after another person.
    static let mindVerbs = LintPhrases(
        """
        dont|doesnt|didnt care|respect|value|want|like|trust|appreciate|believe|mind|think|feel
        do|does|did not care|respect|value|want|like|trust|appreciate|believe|mind|think|feel
        care|cares|cared nothing|little|more|only
        want|wants|wanted to
        want|wants|wanted the|all|me|us|him|her|them
        hate|hates|hated
        resent*
        enjoy|enjoys|enjoyed|love|loves|loved it|making|watching|seeing|being|the attention|drama|limelight
        hope|hopes|hoped|hoping
        mean|means|meant to
        assume|assumes|assumed|assuming
        pretend|pretends|pretended|pretending
        thinking|wishing|wanting|plotting|scheming
        think|thinks|thought you|he|she|they|it|i|we|nobody|noone|everybody|everyone
        think|thinks|thought no one
        know|knows|knew full|perfectly well
        knew exactly|better
        tried|try|tries to avoid|hide|impress|undermine|sabotage|blame|make|dodge|provoke|humiliate|embarrass|annoy|upset|score|prove|show
        was|were|is|are trying to avoid|hide|impress|undermine|sabotage|blame|make|get|dodge|provoke|humiliate|embarrass|annoy|upset|score|prove|show
        """)

    /// Words that turn a following verb of thought into a presumption.
    static let presumptions: Set<String> = ["obviously", "clearly", "apparently", "evidently", "surely", "probably"]
    static let presumedThoughts = LintPhrases(
        "think|thinks|thought|believe|believes|believed|feel|feels|felt|want|wants|wanted|hope|hopes|hoped")

    static let characterTraits = LintPhrases(
        """
        lazy|idle|unmotivated|apathetic|uncommitted|disengaged
        arrogant|smug|cocky|conceited|pompous|vain|entitled|ungrateful
        big|pig|bull|hot headed
        self centred|centered|important|righteous|absorbed|obsessed
        two faced
        selfish|greedy|inconsiderate
        stubborn|inflexible|uncooperative|unapproachable|argumentative|confrontational|belligerent|combative
        immature|childish|petty|spoilt|spoiled|whiny|needy|sulky
        incompetent|incapable|inept|hopeless|clueless|ignorant|stupid|dumb|daft|thick|dim
        rude|obnoxious|abrasive|insolent|impolite|disrespectful|dismissive|condescending|patronising|patronizing|sarcastic|snappy
        toxic|manipulative|narcissistic|vindictive|spiteful|nasty|cruel|callous|heartless|ruthless|bitchy|catty
        bossy|overbearing|domineering|controlling|pushy|nosy
        cowardly|spineless|gutless
        dishonest|disloyal|sneaky|untrustworthy|sly
        moody|grumpy|temperamental|volatile|hysterical|paranoid|melodramatic|crazy|insane
        short|bad|quick tempered
        irresponsible|unprofessional|unreasonable|careless|thoughtless|tactless|reckless|clumsy|forgetful|slapdash
        scatterbrained|absent minded
        insensitive|oversensitive|cold hearted|standoffish|aloof|indifferent
        naive|gullible
        talented|gifted|brilliant|amazing|awesome|wonderful|fantastic|incredible|clever|smart|hardworking|helpful|adorable
        hard working
        the best|greatest
        """)

    /// Adjectives that also describe things and label a person only after a pronoun or the
    /// recipient's name.
    static let personalTraits = LintPhrases(
        """
        negative
        difficult|impossible
        unreliable
        aggressive
        passive
        emotional
        defensive
        disorganised|disorganized|chaotic
        hostile|cold|distant|mean
        sloppy
        impatient
        weak|slow
        unfriendly|unhelpful
        useless
        all over the place
        out of line
        """)

    static let personNouns = LintPhrases(
        """
        star|superstar|rockstar|legend|genius|hero|gem|angel|saint|treasure|marvel|wonder|godsend|lifesaver
        rock star
        leader|perfectionist|professional|amateur|beginner
        team player
        people person
        hard worker
        troublemaker|complainer|moaner|whinger|gossip|chatterbox|busybody|snob|snake|brat|clown|cheat|tyrant|dictator|dinosaur|hothead
        backstabber|shirker|skiver|freeloader|pushover|doormat
        pain|nightmare|disaster|disgrace|joke|mess|liability|failure
        waste of space|time
        loose cannon
        dead weight
        show off
        """)

    static let labels = LintPhrases(
        """
        control freak
        know it all
        slacker|slackers
        bully
        liar
        micromanager
        drama queen
        coward
        idiot|idiots
        jerk
        diva
        hypocrite
        egoist|egotist
        narcissist
        loser
        bad|wrong|poor|negative|terrible attitude
        attitude problem
        not a team player
        """)
}
