import Kernel

// Posts in a store.
extension StoredGroupSession {
    /// The maximum number of posts by one author received on one day, whenever they were written.
    package static let maximumDailyPosts = 500

    package func posts(_ kinds: Set<String>?) throws -> [Post] {
        try readGroup { group in
            let all: [Post] =
                if let kinds {
                    try kinds.flatMap {
                        try group.unit.transaction.records(StoredPost.byKind.under($0)).compactMap(\.post)
                    }
                } else { try group.allPosts() }
            return try all.filter(group.sees).sorted { ($0.writtenAt, $0.id) < ($1.writtenAt, $1.id) }
        }
    }

    package func write(_ post: Post) throws -> Bool {
        try changeGroup { group in
            let kind = try group.kind(post.kind)
            if let stored = try group.storedPost(post.id) {
                guard stored.author == post.author, try group.mayWrite(as: post.author) else {
                    throw Failure.paperIDTaken(post.id)
                }
                return false
            }
            try group.validate(post, of: kind)
            if kind.isLimitedToOne, try group.isAnswered(post) { return false }
            let today = time.today()
            guard try group.isUnderDailyLimit(post.author, on: today) else { throw Failure.papersFull }
            try group.unit.transaction.put(StoredPost(group.withVerifiedAuthor(post), takenOn: today))
            return true
        }
    }

    package func change(_ id: Identifier<Post>, to content: [UInt8], label: String?, for audience: Audience) throws {
        try changeGroup { group in
            var post = try group.visible(id)
            try group.require(.change, post.kind, group.relations(post))
            (post.content, post.label, post.audience, post.changedAt) = (content, label, audience, time.now())
            try group.validateContent(post, of: group.kind(post.kind))
            try group.unit.transaction.put(StoredPost(post, takenOn: group.storedPost(id)?.takenOn))
        }
    }

    package func withdraw(_ id: Identifier<Post>) throws {
        try changeGroup { group in
            if let stored = try group.storedPost(id), stored.post == nil, try group.mayWrite(as: stored.author) {
                return
            }
            let post = try group.visible(id)
            try group.require(.withdraw, post.kind, group.relations(post))
            try group.erasePost(post)
        }
    }

    package func counts(of name: String) throws -> [LabelCount] {
        try readGroup { group in
            let kind = try group.kind(name)
            try group.require(.count, name, [.all])
            guard let minimumCount = kind.minimumCount else { throw policy.refusal(.count, name, group.me.role) }
            let posts = try group.unit.transaction.records(StoredPost.byKind.under(name)).compactMap(\.post)
                .filter { $0.audience != .author }
            let authors = Dictionary(grouping: posts.filter { $0.label != nil }, by: { $0.label ?? "" })
                .mapValues { Set($0.map(\.author)).count }
            return authors.filter { $0.value >= minimumCount }.map { LabelCount(label: $0.key, people: $0.value) }
                .sorted { $0.label.utf8.lexicographicallyPrecedes($1.label.utf8) }
        }
    }
}

extension GroupTransaction {
    /// Returns the kind of a name.
    ///
    /// - Throws: `paperKindUnknown`.
    func kind(_ name: String) throws -> PostKind {
        guard let kind = policy.kinds[name] else { throw Failure.paperKindUnknown(name) }
        return kind
    }

    /// Whether the caller may write in a member's name: the own one, or that of a ward.
    func mayWrite(as author: Identifier<Member>) throws -> Bool {
        author == me.id || wards.contains { $0.id == author }
    }

    /// Checks a new post.
    ///
    /// - Throws: the reason why the post is refused.
    func validate(_ post: Post, of kind: PostKind) throws {
        guard try mayWrite(as: post.author) else { throw policy.refusal(.write, kind.name, me.role) }
        // In a ward's name the post is the ward's own. Only the relation `ofWards` decides what a
        // guardian may write.
        let relations: Set<Relation> = post.author == me.id ? relations(post) : [.ofWards]
        try require(.write, kind.name, relations)
        if let about = post.about { _ = try presentMember(about) }
        try validateContent(post, of: kind)
        guard kind.answers.isEmpty == (post.answers == nil) else { throw policy.refusal(.write, kind.name, me.role) }
        if let answered = post.answers {
            let answeredPost = try visible(answered)
            let relationsToAnswered =
                post.author == me.id
                ? self.relations(answeredPost)
                : Relation.of(try presentMember(post.author), to: answeredPost, wards: [])
            guard let requiredRelations = kind.answers[answeredPost.kind],
                !requiredRelations.isDisjoint(with: relationsToAnswered)
            else {
                throw policy.refusal(.write, kind.name, me.role)
            }
        }
    }

    /// Checks the size, label and readers of a post.
    func validateContent(_ post: Post, of kind: PostKind) throws {
        guard post.content.count <= kind.limit else { throw Failure.paperTooLarge(kind.limit) }
        if let label = post.label, try GroupTextRules.name.validated(label, "The label") != label {
            throw Failure.paperKindUnknown(label)
        }
        for recipient in post.audience.named { _ = try presentMember(recipient) }
        if case .role(let role) = post.audience, !policy.roles.contains(role) {
            throw Failure.roleUnknown(role, policy.roles)
        }
    }

    /// Returns the post with its author and writer as known here, whatever the post contains.
    func withVerifiedAuthor(_ post: Post) -> Post {
        Post(
            id: post.id, kind: post.kind, author: post.author, writer: post.author == me.id ? nil : me.id,
            about: post.about, answers: post.answers, audience: post.audience, label: post.label, content: post.content,
            writtenAt: post.writtenAt, day: post.day)
    }

    /// Whether the author has already written a post of this kind about the same post.
    func isAnswered(_ post: Post) throws -> Bool {
        let others = try unit.transaction.records(
            post.answers.map { StoredPost.byAnswered.under($0) } ?? StoredPost.byKind.under(post.kind))
        return others.contains {
            $0.kind == post.kind && $0.author == post.author && $0.post?.answers == post.answers
        }
    }

    /// Whether the group has received fewer posts of an author than the limit on a day.
    func isUnderDailyLimit(_ author: Identifier<Member>, on day: Day) throws -> Bool {
        let day = IndexKey(author, day)
        return try unit.transaction.count(StoredPost.byDay.from(day, through: day))
            < StoredGroupSession.maximumDailyPosts
    }
}
