-- Logins, where whoever lays the schema may make roles: one for each device, and one for the door of each account.
SET LOCAL search_path = commonplace_sync;
UPDATE charter SET gives_logins = true;
