-- Whose the functions are and who may call them. What is not named here is called by other functions alone.
SET LOCAL search_path = commonplace_community;

DO $$
DECLARE
    one record;
BEGIN
    FOR one IN SELECT p.oid::regprocedure AS name, p.proname FROM pg_proc p
               WHERE p.pronamespace = 'commonplace_community'::regnamespace LOOP
        EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', one.name);
        EXECUTE format('ALTER FUNCTION %s OWNER TO %I', one.name,
            CASE WHEN one.proname IN ('make_login', 'end_login', 'sweep_logins', 'mend_door') THEN 'commonplace_registrar'
                 ELSE 'commonplace_owner' END);
    END LOOP;
    FOR one IN SELECT viewname AS name FROM pg_views WHERE schemaname = 'commonplace_community' LOOP
        EXECUTE format('REVOKE ALL ON commonplace_community.%I FROM PUBLIC', one.name);
        EXECUTE format('ALTER VIEW commonplace_community.%I OWNER TO commonplace_owner', one.name);
    END LOOP;
END
$$;
ALTER DEFAULT PRIVILEGES FOR ROLE commonplace_owner, commonplace_registrar REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

GRANT EXECUTE ON FUNCTION make_login, end_login, sweep_logins, mend_door TO commonplace_owner;
GRANT EXECUTE ON FUNCTION enrol TO commonplace_door;
GRANT EXECUTE ON FUNCTION apps_of, own_names, hold, meet, iso TO commonplace_participant, commonplace_developer;
GRANT EXECUTE ON FUNCTION send_feedback, send_suggestion, withdraw_suggestion, send_attendance, send_review, cast_vote,
    cast_upvote, own_votes, suggestion_counts, take_part, own_months, own_ledger, forget_me, own_told, shares, came_of_it
    TO commonplace_participant, commonplace_developer;
GRANT EXECUTE ON FUNCTION keep_item, remove_item, close_votes, answer_feedback, triage_feedback, relate_feedback, hide, judge,
    merge_suggestions, promote, reopen_suggestion, keep_announcement, withdraw_announcement, block, invite, admit_licences,
    revoke_developer TO commonplace_developer;
GRANT SELECT ON own_feedback, roadmap, ideas, news, insights, implemented TO commonplace_participant, commonplace_developer;
GRANT SELECT ON told, desk_feedback, desk_ideas, desk_tracking, developers TO commonplace_developer;

REVOKE CREATE ON SCHEMA commonplace_community FROM commonplace_registrar;
REVOKE commonplace_owner, commonplace_registrar FROM CURRENT_USER;
