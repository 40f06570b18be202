-- The older system's base with everything that is odd about it: plurals beside singulars, camelCase beside snake_case and both in one table,
-- an account row for every sign-in, logs that were deleted softly, sessions that ended long ago, passwords that open nothing.

CREATE TABLE "user" (
    id text PRIMARY KEY,
    name text NOT NULL,
    email text NOT NULL,
    email_verified boolean,
    -- The authentication library's spelling of the same.
    "emailVerified" boolean,
    image text,
    password text,
    timezone text,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);
CREATE TABLE session (
    id text PRIMARY KEY,
    "userId" text NOT NULL,
    token text NOT NULL UNIQUE,
    "expiresAt" timestamp NOT NULL,
    "ipAddress" text,
    "userAgent" text,
    "createdAt" timestamp NOT NULL,
    "updatedAt" timestamp NOT NULL
);
CREATE TABLE account (
    id text PRIMARY KEY,
    "userId" text,
    user_id text,
    "accountId" text NOT NULL,
    "providerId" text NOT NULL,
    "accessToken" text,
    "refreshToken" text,
    "idToken" text,
    password text,
    "createdAt" timestamp NOT NULL,
    "updatedAt" timestamp NOT NULL
);
CREATE TABLE medication_logs (
    id bigserial PRIMARY KEY,
    user_id text NOT NULL,
    has_bleeding boolean NOT NULL,
    created_at timestamptz,
    updated_at timestamptz,
    deleted_at timestamptz
);
-- A singular that was never used.
CREATE TABLE medication_log (id bigserial PRIMARY KEY, user_id text, has_bleeding boolean, created_at timestamptz);
CREATE TABLE notification_settings (
    id bigserial PRIMARY KEY,
    user_id text NOT NULL,
    platform text NOT NULL,
    is_enabled boolean NOT NULL,
    subscription text NOT NULL,
    created_at timestamptz,
    updated_at timestamptz,
    deleted_at timestamptz
);
CREATE TABLE verification (id text PRIMARY KEY, identifier text, value text, expires_at timestamptz, created_at timestamptz, updated_at timestamptz);

INSERT INTO "user" (id, name, email, email_verified, "emailVerified", image, password, timezone, created_at, updated_at) VALUES
    ('hana-1', '山田 花子', 'Hana@Example.org', true, NULL, 'https://pictures.example/hana.jpg', 'never carried', NULL, now() - interval '90 days', now() - interval '3 days'),
    ('mei-2', 'めい', 'mei@example.org', NULL, true, NULL, NULL, 'America/New_York', now() - interval '80 days', now() - interval '80 days'),
    ('ren-3', '', 'ren@example.org', false, NULL, NULL, NULL, 'Europe/Berlin', now() - interval '20 days', now() - interval '20 days'),
    ('sora-4', '空', 'sora@example.org', true, true, NULL, NULL, 'Mars/Olympus', now() - interval '10 days', now() - interval '10 days');

INSERT INTO session (id, "userId", token, "expiresAt", "ipAddress", "userAgent", "createdAt", "updatedAt") VALUES
    ('s-live', 'hana-1', '4f9c2b1e-6f0d-4d4e-9a53-0f3a6d3b7c11', (now() AT TIME ZONE 'UTC') + interval '5 days', '192.0.2.1', 'Firefox', (now() AT TIME ZONE 'UTC') - interval '2 days', (now() AT TIME ZONE 'UTC') - interval '2 days'),
    ('s-long', 'mei-2', 'Zk3vQ8sTn1xYpL0bHcWm5RjGd7EoUaK2', (now() AT TIME ZONE 'UTC') + interval '60 days', NULL, NULL, (now() AT TIME ZONE 'UTC') - interval '1 day', (now() AT TIME ZONE 'UTC') - interval '1 day'),
    ('s-old', 'hana-1', '11111111-6f0d-4d4e-9a53-0f3a6d3b7c11', (now() AT TIME ZONE 'UTC') - interval '50 days', NULL, NULL, (now() AT TIME ZONE 'UTC') - interval '57 days', (now() AT TIME ZONE 'UTC') - interval '57 days'),
    ('s-ancient', 'ren-3', '22222222-6f0d-4d4e-9a53-0f3a6d3b7c11', (now() AT TIME ZONE 'UTC') + interval '1 day', NULL, NULL, (now() AT TIME ZONE 'UTC') - interval '40 days', (now() AT TIME ZONE 'UTC') - interval '40 days'),
    ('s-short', 'ren-3', 'abc', (now() AT TIME ZONE 'UTC') + interval '1 day', NULL, NULL, (now() AT TIME ZONE 'UTC'), (now() AT TIME ZONE 'UTC')),
    -- It ended for somebody who is gone: nothing stops here.
    ('s-gone', 'nobody-9', '33333333-6f0d-4d4e-9a53-0f3a6d3b7c11', (now() AT TIME ZONE 'UTC') - interval '9 days', NULL, NULL, (now() AT TIME ZONE 'UTC') - interval '16 days', (now() AT TIME ZONE 'UTC') - interval '16 days');

INSERT INTO account (id, "userId", user_id, "accountId", "providerId", "accessToken", "refreshToken", "createdAt", "updatedAt") VALUES
    ('a-1', 'hana-1', NULL, 'google-sub-hana', 'google', 'ya29.first', '1//first', '2026-08-01 00:00:00', '2026-08-01 00:00:00'),
    ('a-2', NULL, 'hana-1', 'google-sub-hana', 'google', 'ya29.second', NULL, '2026-09-01 00:00:00', '2026-09-01 00:00:00'),
    ('a-3', 'hana-1', 'hana-1', 'google-sub-hana', 'google', 'ya29.third', NULL, '2026-10-01 00:00:00', '2026-10-01 00:00:00'),
    ('a-4', 'mei-2', NULL, 'google-sub-mei', 'google', 'ya29.mei', NULL, '2026-09-02 00:00:00', '2026-09-02 00:00:00'),
    ('a-5', 'mei-2', NULL, 'mei-2', 'credential', NULL, NULL, '2026-09-02 00:00:00', '2026-09-02 00:00:00');

-- Every evening at 21:50 in Japan, with three days of bleeding at the end.
INSERT INTO medication_logs (user_id, has_bleeding, created_at, updated_at)
    SELECT 'hana-1', day <= 3, at, at FROM generate_series(1, 40) AS day,
        LATERAL (SELECT ((date_trunc('day', now() AT TIME ZONE 'Asia/Tokyo') - day * interval '1 day' + interval '21 hours 50 minutes 0.123456 seconds') AT TIME ZONE 'Asia/Tokyo') AS at) AS moment;
-- In New York, where a late evening is the next day in UTC.
INSERT INTO medication_logs (user_id, has_bleeding, created_at, updated_at)
    SELECT 'mei-2', false, at, at FROM generate_series(1, 12) AS day,
        LATERAL (SELECT ((date_trunc('day', now() AT TIME ZONE 'America/New_York') - day * interval '1 day' + interval '22 hours') AT TIME ZONE 'America/New_York') AS at) AS moment;
-- Half past midnight in Japan: the day before in UTC.
INSERT INTO medication_logs (id, user_id, has_bleeding, created_at, updated_at) VALUES
    (1001, 'sora-4', false, '2026-11-09 15:30:00+00', '2026-11-09 15:30:00+00'),
    -- The same day twice: the newest counts.
    (1002, 'sora-4', true, '2026-11-11 01:00:00+00', '2026-11-11 02:00:00+00'),
    (1003, 'sora-4', false, '2026-11-11 03:00:00+00', '2026-11-11 01:30:00+00');
INSERT INTO medication_logs (id, user_id, has_bleeding, created_at, updated_at, deleted_at) VALUES
    (1004, 'sora-4', false, '2026-11-12 03:00:00+00', '2026-11-12 03:00:00+00', '2026-11-12 04:00:00+00'),
    (1005, 'ren-3', true, '2026-11-12 03:00:00+00', '2026-11-12 03:00:00+00', '2026-11-12 04:00:00+00'),
    (1006, 'nobody-9', true, '2026-11-12 03:00:00+00', '2026-11-12 03:00:00+00', '2026-11-12 04:00:00+00');
INSERT INTO medication_logs (id, user_id, has_bleeding, created_at, updated_at) VALUES (1007, 'ren-3', false, NULL, NULL);
SELECT setval('medication_logs_id_seq', 1007);

INSERT INTO notification_settings (user_id, platform, is_enabled, subscription, created_at, updated_at, deleted_at) VALUES
    ('hana-1', 'web', false, '', '2026-08-01 00:00:00+00', '2026-08-01 00:00:00+00', NULL),
    ('hana-1', 'web', true, '{"endpoint":"https://push.example/hana","expirationTime":null,"keys":{"p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4","auth":"BTBZMqHH6r4Tts7J_aSIgg"}}', '2026-10-01 00:00:00+00', '2026-10-01 00:00:00+00', NULL),
    ('mei-2', 'web', true, '{"endpoint":"https://push.example/mei","keys":{"p256dh":"not a key","auth":"BTBZMqHH6r4Tts7J_aSIgg"}}', '2026-10-01 00:00:00+00', '2026-10-01 00:00:00+00', NULL),
    ('ren-3', 'web', true, '{"endpoint": broken', '2026-10-01 00:00:00+00', '2026-10-01 00:00:00+00', NULL),
    ('sora-4', 'web', true, '{"endpoint":"http://127.0.0.1/","keys":{"p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4","auth":"BTBZMqHH6r4Tts7J_aSIgg"}}', '2026-10-01 00:00:00+00', '2026-10-01 00:00:00+00', NULL),
    ('sora-4', 'ios', false, '', '2026-10-01 00:00:00+00', '2026-10-01 00:00:00+00', '2026-10-02 00:00:00+00');

INSERT INTO verification (id, identifier, value, expires_at, created_at, updated_at) VALUES
    ('v-live', 'hana@example.org', 'code-that-is-never-read', now() + interval '1 hour', now(), now()),
    ('v-old', 'mei@example.org', 'another-code', now() - interval '1 hour', now(), now());
