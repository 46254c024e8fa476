import Kernel

/// Whether a process still lives, told from every other that had or will have its number: by the start of the machine, the number, and when it began.
public enum LivingProcess {
    /// This process in a word: `3f2a91c0:4711:88123`; nil where the machine does not say when processes began.
    public static let own: String? = word(of: getpid())

    /// Whether the process of a word lives; nil where nobody can tell, as with one of another machine or of before its start.
    public static func lives(_ word: String) -> Bool? {
        let parts = word.split(separator: ":")
        guard parts.count == 3, let number = Int32(parts[1]), number > 0, let own, own.split(separator: ":")[0] == parts[0] else {
            return nil
        }
        return LivingProcess.word(of: number) == word
    }

    private static func word(of number: Int32) -> String? {
        guard let start = ProcessTable.start, let begun = ProcessTable.beginning(of: number) else { return nil }
        return "\(start):\(number):\(begun)"
    }
}
