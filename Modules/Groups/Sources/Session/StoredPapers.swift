import Kernel

// Posts in a store.
extension StoredGroupSession {
    /// The maximum number of posts by one author received on one day, whenever they were written.
    package static let maximumDailyPosts = 500

    package func posts(_ kinds: Set<String>?) throws -> [Post] {
        try readGroup { unit in
            let all: [Post] =
                if let kinds {
                    try kinds.flatMap {
                        try unit.unit.transaction.records(StoredPost.byKind.under($0)).compactMap(\.post)
                    }
                } else { try unit.all() }
            return try all.filter(unit.sees).sorted { ($0.writtenAt, $0.id) < ($1.writtenAt, $1.id) }
        }
    }

    package func write(_ post: Post) throws -> Bool {
        try changeGroup { unit in
            let kind = try unit.kind(post.kind)
            if let known = try unit.stored(post.id) {
                guard known.author == post.author, try unit.mayWrite(as: post.author) else {
                    throw Failure.paperIDTaken(post.id)
                }
                return false
            }
            try unit.validate(post, of: kind)
            if kind.isLimitedToOne, try unit.isAnswered(post) { return false }
            let today = time.today()
            guard try unit.isUnderDailyLimit(post.author, on: today) else { throw Failure.papersFull }
            try unit.unit.transaction.put(StoredPost(unit.withVerifiedAuthor(post), takenOn: today))
            return true
        }
    }

    package func change(_ id: Identifier<Post>, to content: [UInt8], label: String?, for audience: Audience) throws {
        try changeGroup { unit in
            var post = try unit.visible(id)
            try unit.require(.change, post.kind, unit.relations(post))
            (post.content, post.label, post.audience, post.changedAt) = (content, label, audience, time.now())
            try unit.validateContent(post, of: unit.kind(post.kind))
            try unit.unit.transaction.put(StoredPost(post, takenOn: unit.stored(id)?.takenOn))
        }
    }

    package func withdraw(_ id: Identifier<Post>) throws {
        try changeGroup { unit in
            if let sheet = try unit.stored(id), sheet.post == nil, try unit.mayWrite(as: sheet.author) { return }
            let post = try unit.visible(id)
            try unit.require(.withdraw, post.kind, unit.relations(post))
            try unit.clear(post)
        }
    }

    package func counts(of name: String) throws -> [LabelCount] {
        try readGroup { unit in
            let kind = try unit.kind(name)
            try unit.require(.count, name, [.all])
            guard let floor = kind.minimumCount else { throw policy.refusal(.count, name, unit.me.role) }
            let posts = try unit.unit.transaction.records(StoredPost.byKind.under(name)).compactMap(\.post)
                .filter { $0.audience != .author }
            let authors = Dictionary(grouping: posts.filter { $0.label != nil }, by: { $0.label ?? "" })
                .mapValues { Set($0.map(\.author)).count }
            return authors.filter { $0.value >= floor }.map { LabelCount(label: $0.key, people: $0.value) }
                .sorted { $0.label.utf8.lexicographicallyPrecedes($1.label.utf8) }
        }
    }
}

extension GroupTransaction {
    func kind(_ name: String) throws -> PostKind {
        guard let kind = policy.kinds[name] else { throw Failure.paperKindUnknown(name) }
        return kind
    }

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

    func validateContent(_ post: Post, of kind: PostKind) throws {
        guard post.content.count <= kind.limit else { throw Failure.paperTooLarge(kind.limit) }
        if let label = post.label, try GroupTextRules.name.validated(label, "The label") != label {
            throw Failure.paperKindUnknown(label)
        }
        for one in post.audience.named { _ = try presentMember(one) }
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

    func isAnswered(_ post: Post) throws -> Bool {
        let others = try unit.transaction.records(
            post.answers.map { StoredPost.byAnswered.under($0) } ?? StoredPost.byKind.under(post.kind))
        return others.contains {
            $0.kind == post.kind && $0.author == post.author && $0.post?.answers == post.answers
        }
    }

    func isUnderDailyLimit(_ author: Identifier<Member>, on day: Day) throws -> Bool {
        let day = IndexKey(author, day)
        return try unit.transaction.count(StoredPost.byDay.from(day, through: day))
            < StoredGroupSession.maximumDailyPosts
    }
}
