/// The function words by which the rules find subject and verb, in English.
enum LintGrammar {
    static let firstPersons: Set<String> = ["i", "we", "ive", "weve", "id", "wed"]
    static let otherPersons: Set<String> = ["you", "he", "she", "they", "who", "youre", "hes", "shes", "theyre"]
    static let linkingVerbs: Set<String> = [
        "are", "is", "was", "were", "be", "been", "being", "seem", "seems", "seemed", "sound", "sounds", "sounded",
        "became", "got", "acted", "behaved", "came", "come", "comes", "youre", "hes", "shes", "theyre",
    ]
    /// Function words that exist only in English among similar languages.
    static let englishFunctionWords: Set<String> = [
        "the", "and", "of", "to", "for", "with", "that", "this", "were", "is", "are", "have", "has", "had", "not",
        "but", "from",
        "by", "at", "be", "when", "what", "who", "than", "then", "after", "before", "because", "each", "every", "we",
        "our", "your",
        "their", "it", "its", "next", "about", "which", "would", "could", "should", "until", "between", "again", "into",
    ]
    static let fillerWords: Set<String> = [
        "so", "very", "really", "just", "too", "simply", "completely", "totally", "always", "a", "bit", "rather",
        "quite", "only",
        "obviously", "clearly", "often", "sometimes", "never", "such", "being", "been", "still", "also", "an", "the",
        "my", "our",
        "pretty", "extremely", "incredibly", "absolute", "absolutely", "total", "complete", "real", "true", "natural",
        "born", "utterly", "across", "as", "like", "of", "quite", "plain", "downright", "not",
    ]
    static let conjunctions: Set<String> = ["and", "or", "but"]
    static let auxiliaries: Set<String> = [
        "has", "have", "had", "is", "are", "was", "were", "will", "would", "can", "could", "did", "do", "does",
        "almost", "nearly",
    ]
    /// Things that may always or never do something, as opposed to people.
    static let inanimateSubjects: Set<String> = [
        "which", "it", "build", "builds", "test", "tests", "suite", "server", "servers", "system", "systems", "page",
        "pages",
        "script", "scripts", "job", "jobs", "app", "program", "database", "network", "printer", "machine", "line",
        "form",
        "report", "reports", "mail", "mails", "email", "emails", "ticket", "tickets", "order", "orders", "train", "bus",
        "alarm", "pipeline", "meeting", "meetings", "release", "releases", "service", "services", "door",
    ]
    static let reportingVerbs: Set<String> = [
        "said", "say", "says", "told", "tell", "tells", "asked", "ask", "asks", "wrote", "write", "writes", "explained",
        "answered", "mentioned", "announced", "stated", "suggested", "proposed", "promised", "reported",
    ]
    static let clauseIntroductions: Set<String> = [
        "that", "whether", "if", "how", "why", "what", "which", "to", "i", "you", "he", "she", "we", "they",
    ]
    static let conditions: Set<String> = ["if", "when", "whenever", "whether", "unless", "what", "whatever", "should"]
}
