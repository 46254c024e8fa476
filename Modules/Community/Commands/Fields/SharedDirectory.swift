/// The plain-language limits of a directory that people share, for participants and developers
/// alike.
enum SharedDirectory {
    static let limits = """
        A community can be a folder that people share. Anyone who can write there can also change its files with an editor, past all rules of the \
        apps. Share it only with people you trust that much. A shared folder cannot guarantee:

        Secrecy. Anyone who can read the folder can read all feedback, also parts meant only for developers, with the anonymous name of its author. \
        They cannot see who voted for what: votes are stored apart, without names, order or time. But all votes of one person carry one secret \
        name, and somebody who watches the folder at the moment of a vote may see whose program wrote it.

        Truth. Somebody could forge an answer or an announcement, or make themselves the developer by changing the mark of the developers' key. \
        Until a developer has changed something, the first person who does becomes the developer.

        Fair votes. Each person has one vote, as long as they keep their identity. Somebody who deletes it a hundred times can vote a hundred times.

        Safe keeping. Anyone who can write there can delete everything. Keep backups of the folder.

        The key. All developers share one key, and it cannot be changed. Anyone who once had it can always use it.

        A community in a database guarantees all of this against those who take part, whatever program they use: its server knows each by name \
        and decides what they see and do. Whoever runs the server still sees everything.
        """
}
