/// What a directory that people share cannot keep, in plain words. The same for those who write there and those who answer.
enum SharedDirectory {
    static let limits = """
        A community is a directory that people share. Whoever may write there can do so with an editor too, past all rules of the apps. \
        Share it with people you trust that far. What it cannot keep:

        Secrecy: everybody who may read it can read all feedback, also what only developers should see, with the anonymous name of whoever wrote it. \
        They cannot see who voted for what. Votes lie apart, without names of authors, order or time. But all votes of one person carry one name, and \
        whoever watches the directory at the moment of a vote may see whose program wrote.

        Truth: somebody could forge an answer or an announcement, or make themselves the developer by changing the mark of the developers' key. \
        Before a developer has changed anything, the first who does so founds the community.

        Fair votes: one person is one vote as long as they keep their identity. Who deletes it a hundred times can vote a hundred times.

        Being there: who may write can delete everything. Keep backups of the directory.

        The key: all developers share one key, and it cannot be exchanged for a new one. Whoever once had it keeps what it opens.
        """
}
