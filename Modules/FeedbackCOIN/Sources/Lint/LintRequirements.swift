/// The required parts of an impact (an affected person or thing) and of a next step (a person and a
/// day).
enum LintRequirements {
    static let affected = LintPhrases(
        """
        i|me|my|we|us|our|ours
        team*|colleague*|customer*|client*|user*|people|person*|someone|somebody|everyone|everybody|nobody|anyone|both|others
        manager*|guest*|patient*|parent*|pupil*|student*|driver*|supplier*|partner*|member*|reader*|visitor*|staff|crew|board
        support|sales|company|organisation|organization|department|office|business|reputation|trust|morale|mood
        release*|deadline*|project*|plan|plans|planning|meeting*|decision*|work|working|worked|rework*|task*|goal*
        hour*|minute*|day|days|week*|month*|morning|afternoon|evening|night|time|year*
        cost*|money|budget*|euro*|pound*|dollar*|sale*|order*|invoice*|contract*|revenue|price*
        delay*|slip*|block*|wait*|missed|lost|lose|late|risk*|safety|quality|waste*|saved
        call|calls|ticket*|mail*|email*|bug*|error*|outage*|build*|deploy*|test*|code|product*|system*|service*
        one|two|three|four|five|six|seven|eight|nine|ten|half|twice
        """)

    /// Similar words in phrases that express only the writer's opinion.
    static let opinion = LintPhrases(
        """
        i think|feel|felt|find|found|believe|guess|suppose|know|knew|mean|must say|admit|expected|expect|liked|like|loved
        we like|want|wanted|expect|expected|need to see|have
        we all know|agree
        how we do|work|want|like
        what we do|want|like|need|expect|expected|are|stand for
        the way we do|work|want|like
        we can|could|should do better
        in my opinion|view|book|eyes
        if you ask me
        day to day
        end of the day
        this|next|last|every|first time
        a good|bad|great day
        """)

    static let actors = LintPhrases(
        """
        i|we|us|me|you|he|she|they|him|her|them|lets|ill|well|youll
        team*|both|everyone|everybody|all of
        """)

    /// Openings of a step without an addressee.
    ///
    /// A step that begins with a verb addresses the reader.
    static let impersonalOpenings = LintPhrases(
        """
        more|better|less|fewer|improved|clearer|faster|earlier|sooner|greater
        a|an|the|it|this|that|these|those|there|no|to|all|any|some|every|each|someone|somebody
        """)

    static let dates = LintPhrases(
        """
        monday*|tuesday*|wednesday*|thursday*|friday*|saturday*|sunday*|weekend*
        january|february|march|april|june|july|august|september|october|november|december
        today|tonight|tomorrow|now|immediately|daily|weekly|monthly|yearly
        day|days|week*|month*|hour*|minute*|quarter*|sprint*|year*|morning*|afternoon*|evening*
        next|before|after|until|till|when|whenever|once|while|during|each|every|starting|straight
        as soon as
        in future
        """)

    static let continuations = LintPhrases(
        """
        keep|keeps
        carry on
        continue*
        go on
        stay
        nothing|none
        no change*
        thank*
        """)
}
