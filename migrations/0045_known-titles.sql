-- 0042 stored the present title for everyone who was registered. People who can't open the event's page must not learn it.
UPDATE "event_registrations" SET "known_title" = '' FROM "entries" e, "accounts" a
  WHERE e.id = "event_registrations"."entry_id" AND a.id = "event_registrations"."account_id"
    AND e.author_id IS DISTINCT FROM a.id
    AND (e.visibility = 'keepers' AND NOT a.roles && '{keeper,admin}'
      OR e.groups <> '{}' AND NOT EXISTS (SELECT FROM "group_members" m
        WHERE m.account_id = a.id AND m.group_id = ANY (e.groups)));
