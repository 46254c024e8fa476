import FeedbackCOIN
import Foundation
import Groups
import Kernel
import TestSupport
import XCTest

/// Tests that a member's forbidden actions are refused.
///
/// The member uses the app with a folder and a database, and psql directly. Each test prints the
/// refusing rule.
final class TeamProbeTests: XCTestCase {
    func testProgramRefusesForbiddenActionsInAFolder() throws {
        let scene = try TeamScene(TeamFixture())
        print("#  what Eve tries                              in a folder, by the program")
        let refused = try scene.probesOfPrograms()
        print("\(refused) refused")
        XCTAssertGreaterThanOrEqual(refused, 16)
    }

    func testDatabaseRefusesForbiddenActionsAndSQL() throws {
        try XCTSkipUnless(PrivateServer.isInstalled, "this machine has no PostgreSQL")
        let server = try PrivateServer()
        let scene = try TeamScene(TeamFixture(at: "postgres:" + server.url))
        print("#  what Eve tries                              in a database, by the program")
        var refused = try scene.probesOfPrograms()
        print("#  what Eve tries with psql                    refused by")
        refused += try scene.probesOfSQL(server)
        print("\(refused) refused")
        XCTAssertGreaterThanOrEqual(refused, 50)
    }
}

/// A team in which Adam gave Zoe private and public feedback and asked Mina for feedback.
final class TeamScene {
    let fixture: TeamFixture
    let zoe, adam, eve: Identifier<Member>
    let feedback, request, publicFeedback: Identifier<Post>
    private var number = 0

    init(_ fixture: TeamFixture) throws {
        self.fixture = fixture
        zoe = try fixture.zoe.groupSession().me().id
        adam = try fixture.adam.groupSession().me().id
        eve = try fixture.eve.groupSession().me().id
        feedback = try XCTUnwrap(fixture.adam.give("Between us", to: "Zoe")).post.id
        publicFeedback = try XCTUnwrap(fixture.adam.give("For all", to: "Zoe", .team)).post.id
        request = try fixture.adam.teams.request("Well?", of: fixture.adam.member("Mina"), in: fixture.adam.look()).post
            .id
    }

    private func post(
        _ kind: String, as author: Identifier<Member>, about: Identifier<Member>? = nil,
        answers: Identifier<Post>? = nil,
        id: Identifier<Post> = "forged", size: Int = 2, for audience: Audience = .everyone
    ) -> Post {
        Post(
            id: id, kind: kind, author: author, about: about, answers: answers, audience: audience,
            content: [UInt8](repeating: 0x20, count: size), writtenAt: .earliest, day: Day(ordinal: 20_000))
    }

    // MARK: - With the app

    private var deeds: [(aim: String, deed: (any GroupSession) throws -> Void)] {
        [
            (
                "acknowledge for Zoe, in her name",
                { [self] in _ = try $0.write(post(TeamPost.acknowledgement, as: zoe, answers: publicFeedback)) }
            ),
            (
                "acknowledge Zoe's feedback oneself",
                { [self] in _ = try $0.write(post(TeamPost.acknowledgement, as: eve, answers: publicFeedback)) }
            ),
            (
                "acknowledge what one may not see",
                { [self] in _ = try $0.write(post(TeamPost.acknowledgement, as: eve, answers: feedback)) }
            ),
            (
                "give feedback in Adam's name",
                { [self] in _ = try $0.write(post(TeamPost.feedback, as: adam, about: zoe)) }
            ),
            ("ask in Adam's name", { [self] in _ = try $0.write(post(TeamPost.request, as: adam, about: adam)) }),
            (
                "ask for feedback about Adam",
                { [self] in _ = try $0.write(post(TeamPost.request, as: eve, about: adam)) }
            ),
            (
                "comment on what one may not see",
                { [self] in _ = try $0.write(post(TeamPost.comment, as: eve, answers: feedback)) }
            ),
            (
                "comment in Zoe's name",
                { [self] in _ = try $0.write(post(TeamPost.comment, as: zoe, answers: publicFeedback)) }
            ),
            (
                "change Adam's feedback",
                { [self] in try $0.change(publicFeedback, to: [1], label: nil, for: .everyone) }
            ),
            (
                "show others' feedback to all",
                { [self] in try $0.change(feedback, to: [1], label: nil, for: .everyone) }
            ),
            ("take Adam's feedback back", { [self] in try $0.withdraw(publicFeedback) }),
            ("take back what one may not see", { [self] in try $0.withdraw(feedback) }),
            (
                "take somebody's id",
                { [self] in _ = try $0.write(post(TeamPost.feedback, as: eve, about: zoe, id: feedback)) }
            ),
            (
                "write about nobody here",
                { [self] in _ = try $0.write(post(TeamPost.feedback, as: eve, about: "nobody")) }
            ),
            (
                "write more than fits",
                { [self] in _ = try $0.write(post(TeamPost.feedback, as: eve, about: zoe, size: 1 << 20)) }
            ),
            ("invite somebody", { _ = try $0.invite(as: "member", uses: 1, until: nil) }),
            ("make oneself a lead", { [self] in try $0.appoint(eve, as: "lead") }),
            ("remove Zoe", { [self] in try $0.remove(zoe) }),
            ("become Zoe's guardian", { [self] in try $0.consent(that: eve, actsFor: zoe, to: "Everything") }),
            ("take in a child", { _ = try $0.admit("kid", called: "Kid", as: "member", consent: "Mine") }),
            ("count feedback by label", { _ = try $0.counts(of: TeamPost.feedback) }),
        ]
    }

    /// Tries every action and returns how many were refused.
    func probesOfPrograms() throws -> Int {
        let groupSession = try fixture.eve.groupSession()
        let before = try [fixture.zoe, fixture.adam, fixture.mina].map { try $0.groupSession().posts(nil) }
        for (aim, action) in deeds {
            do {
                try action(groupSession)
                XCTFail("\(aim): nothing was thrown")
            } catch let failure as Failure {
                XCTAssertTrue(failure.isPermanent, "\(aim): \(failure)")
                report(aim, failure.code.description)
            }
        }
        XCTAssertEqual(try groupSession.posts(nil).map(\.id), [publicFeedback], "Eve sees only the public feedback")
        XCTAssertEqual(try groupSession.invitations(), [])
        report("read others' feedback and requests", "no private feedback is reported")
        XCTAssertEqual(
            try [fixture.zoe, fixture.adam, fixture.mina].map { try $0.groupSession().posts(nil) }, before,
            "nothing has changed")
        return deeds.count + 1
    }

    private func report(_ aim: String, _ by: String) {
        number += 1
        print(
            "\(number)".padding(toLength: 3, withPad: " ", startingAt: 0)
                + aim.padding(toLength: 44, withPad: " ", startingAt: 0)
                + by)
    }

    // MARK: - With psql

    private var statements: [(aim: String, sql: String)] {
        let forged =
            #"{"id":"f","kind":"acknowledgement","author":"\#(zoe)","answers":"\#(publicFeedback)","audience":{"audience":"everyone"},"content":"","writtenAt":"2026-11-28T00:00:00.000Z","day":"2026-11-28"}"#
        let own = forged.replacing(#""author":"\#(zoe)""#, with: #""author":"\#(eve)""#)
        return [
            ("forge Zoe's acknowledgement", "SELECT write_paper('\(forged)')"),
            (
                "forge it with a writer in it",
                "SELECT write_paper('\(forged.replacing("\"content\"", with: "\"writer\":\"\(eve)\",\"content\""))')"
            ),
            ("acknowledge Zoe's feedback oneself", "SELECT write_paper('\(own)')"),
            ("forge it by a row", "INSERT INTO papers SELECT * FROM papers"),
            ("read papers past the function", "SELECT content FROM papers"),
            ("count papers past the function", "SELECT count(*) FROM papers"),
            ("change a paper's audience", "UPDATE papers SET audience = 'everyone'"),
            (
                "change another's paper by the function",
                "SELECT change_paper('\(publicFeedback)', '', NULL, 'everyone', '{}')"
            ),
            ("show what is not one's own", "SELECT change_paper('\(feedback)', '', NULL, 'everyone', '{}')"),
            ("take back another's paper", "SELECT withdraw_paper('\(publicFeedback)')"),
            ("delete papers", "DELETE FROM papers"),
            ("empty the table", "TRUNCATE papers"),
            ("read who is who", "SELECT login, proof FROM members"),
            ("read all members past the function", "SELECT name FROM members"),
            ("make oneself a lead by a row", "UPDATE members SET role = 'lead'"),
            ("make oneself a lead by the function", "SELECT appoint('\(eve)', 'lead')"),
            ("remove Zoe", "SELECT remove_member('\(zoe)')"),
            ("take Zoe out past the rules", "SELECT take_out(NULL::members, '\(zoe)')"),
            (
                "write a rule",
                "INSERT INTO rules SELECT \"group\", 'member', 'read', 'feedback', 'all' FROM rules LIMIT 1"
            ),
            ("change a rule", "UPDATE rules SET reach = 'all'"),
            ("delete rules", "DELETE FROM rules"),
            ("read codes", "SELECT code FROM invitations"),
            ("invite somebody", "SELECT invite('member', 1, NULL)"),
            ("make a code by a row", "INSERT INTO invitations VALUES ('g', '\\x00', 'lead', 1, NULL, 'e')"),
            ("become Zoe's guardian", "SELECT consent('\(eve)', '\(zoe)', 'Everything')"),
            ("become it by a row", "INSERT INTO guardianships VALUES ('g', '\(eve)', '\(zoe)', 'x', '\(eve)')"),
            ("act as the owner", "SET ROLE commonplace_groups_owner"),
            ("act as the registrar", "SET ROLE commonplace_groups_registrar"),
            ("act as the door", "SET ROLE commonplace_groups_door"),
            ("become the owner's session", "SET SESSION AUTHORIZATION commonplace_groups_owner"),
            ("make a login", "SELECT make_login('cg_000000000000000000000000', 'x')"),
            (
                "end somebody's login",
                "SELECT end_login((SELECT min(rolname) FROM pg_roles WHERE rolname LIKE 'cg\\_%' AND rolname <> session_user))"
            ),
            ("make a role", "CREATE ROLE mallory"),
            ("ask the inner functions", "SELECT sees(NULL::members, NULL::papers)"),
            ("ask how others stand", "SELECT may(NULL::members, 'read', 'feedback', ARRAY['all'])"),
            (
                "put a function in the way",
                "CREATE FUNCTION commonplace_groups.now() RETURNS timestamptz LANGUAGE sql AS 'SELECT NULL::timestamptz'"
            ),
            ("put a table in the way", "CREATE TABLE commonplace_groups.papers2 (id text)"),
            ("put a temporary table in the way", "CREATE TEMP TABLE members (login text)"),
            ("turn row security off", "SET row_security = off; SELECT id FROM papers"),
            ("drop a policy", "DROP POLICY readable ON papers"),
            ("turn triggers off", "SET session_replication_role = replica"),
            ("read the audit", "SELECT * FROM audit"),
            ("clean the audit", "DELETE FROM audit"),
            ("copy to a program", "COPY (SELECT 1) TO PROGRAM 'id'"),
            ("read a file", "SELECT pg_read_file('/etc/passwd')"),
            ("change the limits", "UPDATE limits SET most = 1000000"),
            ("come in by a guess", "SELECT * FROM enter('guess', 'x', 'y', 'z', 'v')"),
        ]
    }

    /// Tries every action and returns how many were refused.
    func probesOfSQL(_ server: PrivateServer) throws -> Int {
        let login = try login()
        for (aim, sql) in statements {
            let came = try server.psql(
                "SET search_path = commonplace_groups; \(sql);", as: login.name, password: login.password)
            guard let refusal = came.refusal else {
                XCTFail("\(aim): \(sql): \(came.output)")
                continue
            }
            XCTAssertFalse(refusal.message.contains("Between us"), aim)
            report(aim, "\(refusal.state) \(refusal.message.prefix(60))")
        }
        let result = try server.psql(
            "SELECT commonplace_groups.read_papers(NULL);", as: login.name, password: login.password)
        XCTAssertNil(result.refusal)
        XCTAssertEqual(result.output.split(separator: "\n").count, 1, result.output)
        XCTAssertTrue(result.output.contains(publicFeedback.rawValue))
        report("read everything by the function", "one post of three is reported: the public one")
        // The login sees its own group only.
        let other = try server.psql(
            "SELECT id FROM commonplace_groups.groups;", as: login.name, password: login.password)
        XCTAssertEqual(other.output.split(separator: "\n").count, 1)
        return statements.count + 1
    }

    private func login() throws -> (name: String, password: String) {
        let text = try String(contentsOfFile: fixture.eve.home + "/group-logins", encoding: .utf8)
        let json = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let logins = try XCTUnwrap(json["logins"] as? [String: [String: String]])
        let login = try XCTUnwrap(logins.values.first)
        return (try XCTUnwrap(login["name"]), try XCTUnwrap(login["password"]))
    }
}
