/// The small words by which the rules see who does what. English; another language is another set.
enum LintGrammar {
    static let firstPersons: Set<String> = ["i", "we", "ive", "weve", "id", "wed"]
    static let otherPersons: Set<String> = ["you", "he", "she", "they", "who", "youre", "hes", "shes", "theyre"]
    static let being: Set<String> = [
        "are", "is", "was", "were", "be", "been", "being", "seem", "seems", "seemed", "sound", "sounds", "sounded", "became",
        "got",
        "acted", "behaved", "came", "come", "comes", "youre", "hes", "shes", "theyre",
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
        "obviously", "clearly", "often", "sometimes", "never", "such", "being", "been", "still", "also", "an", "the", "my", "our",
        "pretty", "extremely", "incredibly", "absolute", "absolutely", "total", "complete", "real", "true", "natural", "born",
        "utterly", "across", "as", "like", "of", "quite", "plain", "downright", "not",
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
