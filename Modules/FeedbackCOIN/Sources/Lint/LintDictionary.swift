/// What the rules look for: one phrase a line, as `LintPhrase` reads it. English comes first; another language is another set of lists.
enum LintDictionary {
    /// Harmless phrases, whose words nothing else may look at.
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
        """)

    static let judgement = LintPhrases(
        """
        terribl*
        horribl*
        awful|awfully
        dreadful|dreadfully
        appalling|appallingly
        pathetic
        ridiculous|ridiculously
        stupid|stupidly => Say what was said or done, and what it led to.
        idiotic
        useless
        worthless
        lousy
        sloppy|sloppily => Name what was missing: “Page 3 had no date and no total.”
        shoddy
        poor|poorly
        bad|badly
        unprofessional|unprofessionally
        unacceptable|unacceptably
        inappropriate|inappropriately
        disrespectful|disrespectfully => Say what was said or done: “You looked at your phone while Kim spoke.”
        disappointing|disappointingly
        embarrassing|embarrassingly
        a mess
        messy
        chaotic
        mediocre
        careless|carelessly => Name what was left out: “The second check is not signed.”
        thoughtless|thoughtlessly
        rude|rudely => Say what was said or done: “You cut Kim short twice.”
        arrogantly
        lazily
        half hearted|heartedly
        great job|work|presentation|effort|idea|meeting => Say what was great about it: “The demo ran without a hitch, and you answered eleven questions.”
        good job|work => Say what was good about it: “You wrote the summary the same evening.”
        nice job|work => Say what was good about it: “You wrote the summary the same evening.”
        well done => Say what was done, and what it made possible.
        excellent|excellently
        brilliant|brilliantly
        amazing|amazingly
        awesome
        fantastic|fantastically
        wonderful|wonderfully
        superb|superbly
        outstanding|outstandingly
        """)

    static let absolute = LintPhrases(
        """
        always
        never
        every single time
        each and every time
        every time you|he|she|they
        all the time
        constantly
        continually
        nobody|noone ever
        no one ever
        not ever
        without exception
        everything you do|say|write
        nothing you do|say|write
        """)

    /// Words about what goes on in another person, whoever is named before them.
    static let mindReading = LintPhrases(
        """
        on purpose
        deliberately
        intentionally
        purposely
        out of spite
        secretly
        hidden agenda
        couldnt care less
        could not care less
        dont|doesnt|didnt give a damn
        make|makes|made|making me|us|him|her|them look bad|stupid|foolish
        felt|feel|feels|feeling threatened
        jealous
        """)

    /// Verbs of the mind, which read one only behind another person.
    static let mindVerbs = LintPhrases(
        """
        dont|doesnt|didnt care|respect|value|want|like|trust|appreciate|believe
        do|does|did not care|respect|value|want|like|trust|appreciate|believe
        want|wants|wanted to
        want|wants|wanted the credit|attention|job|praise
        hate|hates|hated
        think|thinks|thought you|he|she|they are|is|were|was
        tried|try|tries to avoid|hide|impress|undermine|sabotage|blame|make
        was|were|is|are trying to avoid|hide|impress|undermine|sabotage|blame|make|get
        """)

    /// A verb of the mind behind such a word is one's own reading, whatever else it says.
    static let presumptions: Set<String> = ["obviously", "clearly", "apparently", "evidently", "surely", "probably"]
    static let presumed = LintPhrases(
        "think|thinks|thought|believe|believes|believed|feel|feels|felt|want|wants|wanted|hope|hopes|hoped")

    /// Adjectives that name a character whoever they are said of.
    static let character = LintPhrases(
        """
        lazy
        arrogant
        selfish
        stubborn
        immature
        incompetent
        rude
        toxic
        bossy
        narcissistic
        manipulative
        cowardly
        dishonest
        childish
        clueless
        ignorant
        spineless
        greedy
        petty
        moody
        disloyal
        untrustworthy
        irresponsible
        unprofessional
        careless
        insensitive
        oversensitive
        """)

    /// Adjectives that things may have too: a label only behind a pronoun or the name of the one it is for.
    static let temper = LintPhrases(
        """
        negative
        difficult
        unreliable
        aggressive
        passive
        emotional
        defensive
        disorganised|disorganized
        hostile
        sloppy
        impatient
        weak
        unfriendly
        useless
        """)

    /// Nouns and phrases that label wherever they stand.
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

    static let firstPersons: Set<String> = ["i", "we", "ive", "weve", "id", "wed"]
    static let otherPersons: Set<String> = ["you", "he", "she", "they", "who", "youre", "hes", "shes", "theyre"]
    static let being: Set<String> = [
        "are", "is", "was", "were", "be", "been", "being", "seem", "seems", "youre", "hes", "shes", "theyre",
    ]
    /// Small words that English has alone, of those languages that are written alike.
    static let englishAlone: Set<String> = [
        "the", "and", "of", "to", "for", "with", "that", "this", "were", "is", "are", "have", "has", "had", "not", "but", "from",
        "by", "at", "be", "when", "what", "who", "than", "then", "after", "before", "because", "each", "every", "we", "our",
        "your",
        "their", "it", "its", "next", "about", "which", "would", "could", "should", "until", "between", "again", "into",
    ]
    /// Words between a subject and what is said of it.
    static let between: Set<String> = [
        "so", "very", "really", "just", "too", "simply", "completely", "totally", "always", "a", "bit", "rather", "quite", "only",
        "obviously", "clearly", "often", "sometimes", "never", "such", "being", "been", "still", "also",
    ]
    /// Words between two qualities of one person.
    static let joining: Set<String> = ["and", "or", "but"]
    static let auxiliaries: Set<String> = [
        "has", "have", "had", "is", "are", "was", "were", "will", "would", "can", "could", "did", "do", "does", "almost",
        "nearly",
    ]
    /// What may always or never do something, and is no person.
    static let things: Set<String> = [
        "which", "it", "build", "builds", "test", "tests", "suite", "server", "servers", "system", "systems", "page", "pages",
        "script", "scripts", "job", "jobs", "app", "program", "database", "network", "printer", "machine", "line", "form",
        "report", "reports", "mail", "mails", "email", "emails", "ticket", "tickets", "order", "orders", "train", "bus", "alarm",
        "pipeline", "meeting", "meetings", "release", "releases", "service", "services", "door",
    ]
    static let reporting: Set<String> = [
        "said", "say", "says", "told", "tell", "tells", "asked", "ask", "asks", "wrote", "write", "writes", "explained",
        "answered",
        "mentioned", "announced", "stated", "suggested", "proposed", "promised", "reported",
    ]
    static let introducing: Set<String> = [
        "that", "whether", "if", "how", "why", "what", "which", "to", "i", "you", "he", "she", "we", "they",
    ]
    static let conditions: Set<String> = ["if", "when", "whenever", "whether", "unless", "what", "whatever", "should"]
}
