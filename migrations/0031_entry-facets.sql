CREATE TABLE "entry_facets" (
	"entry_id" uuid NOT NULL,
	"facet" text NOT NULL,
	"label" text NOT NULL,
	CONSTRAINT "entry_facets_entry_id_facet_pk" PRIMARY KEY("entry_id","facet")
);
--> statement-breakpoint
ALTER TABLE "entry_facets" ADD CONSTRAINT "entry_facets_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "entry_facets_entries" ON "entry_facets" USING btree ("facet","entry_id");--> statement-breakpoint
-- The facets of the entries that exist, as content/entry/list/facets.ts derives them.
with e as materialized (select id, type, cover_id, published_at from "entries" e)
    insert into "entry_facets" (entry_id, facet, label)
    select said.id, said.facet || ':' || left(lower(btrim(regexp_replace(normalize(said.label), '\s+', ' ', 'g'))), 100), min(left(btrim(said.label), 100))
    from (select e.id, 'dialect', v.value from e
    join "vocabulary" t on t.entry_id = e.id
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(to_jsonb(t."dialect")) when 'array' then to_jsonb(t."dialect") else jsonb_build_array(to_jsonb(t."dialect")) end) v (value)
    where e.type = 'vocabulary'
    union all select e.id, 'person', v.value from e
    join "poems" t on t.entry_id = e.id
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(to_jsonb(t."poet")) when 'array' then to_jsonb(t."poet") else jsonb_build_array(to_jsonb(t."poet")) end) v (value)
    where e.type = 'poem'
    union all select e.id, 'topic', v.value from e
    join "heritage" t on t.entry_id = e.id
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(to_jsonb(t."section")) when 'array' then to_jsonb(t."section") else jsonb_build_array(to_jsonb(t."section")) end) v (value)
    where e.type = 'heritage'
    union all select e.id, 'place', v.value from e
    join "heritage" t on t.entry_id = e.id
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(to_jsonb(t."place")) when 'array' then to_jsonb(t."place") else jsonb_build_array(to_jsonb(t."place")) end) v (value)
    where e.type = 'heritage'
    union all select e.id, 'person', v.value from e
    join "heritage" t on t.entry_id = e.id
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(to_jsonb(t."narrator")) when 'array' then to_jsonb(t."narrator") else jsonb_build_array(to_jsonb(t."narrator")) end) v (value)
    where e.type = 'heritage'
    union all select e.id, 'topic', v.value from e
    join "artifacts" t on t.entry_id = e.id
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(to_jsonb(t."materials")) when 'array' then to_jsonb(t."materials") else jsonb_build_array(to_jsonb(t."materials")) end) v (value)
    where e.type = 'artifact'
    union all select e.id, 'place', v.value from e
    join "artifacts" t on t.entry_id = e.id
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(to_jsonb(t."held_at")) when 'array' then to_jsonb(t."held_at") else jsonb_build_array(to_jsonb(t."held_at")) end) v (value)
    where e.type = 'artifact'
    union all select e.id, 'person', v.value from e
    join "artifacts" t on t.entry_id = e.id
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(to_jsonb(t."maker")) when 'array' then to_jsonb(t."maker") else jsonb_build_array(to_jsonb(t."maker")) end) v (value)
    where e.type = 'artifact'
    union all select e.id, 'topic', v.value from e
    join "articles" t on t.entry_id = e.id
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(to_jsonb(t."category")) when 'array' then to_jsonb(t."category") else jsonb_build_array(to_jsonb(t."category")) end) v (value)
    where e.type = 'article'
    union all select e.id, 'topic', v.value from e
    join "articles" t on t.entry_id = e.id
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(to_jsonb(t."tags")) when 'array' then to_jsonb(t."tags") else jsonb_build_array(to_jsonb(t."tags")) end) v (value)
    where e.type = 'article'
    union all select e.id, 'year', to_char(coalesce(e.published_at) at time zone 'Africa/Nairobi', 'YYYY')
    from e join "articles" t on t.entry_id = e.id where e.type = 'article'
    union all select e.id, 'topic', v.value from e
    join "media" t on t.entry_id = e.id
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(to_jsonb(t."tags")) when 'array' then to_jsonb(t."tags") else jsonb_build_array(to_jsonb(t."tags")) end) v (value)
    where e.type = 'media'
    union all select e.id, 'place', v.value from e
    join "media" t on t.entry_id = e.id
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(to_jsonb(t."place")) when 'array' then to_jsonb(t."place") else jsonb_build_array(to_jsonb(t."place")) end) v (value)
    where e.type = 'media'
    union all select e.id, 'person', v.value from e
    join "media" t on t.entry_id = e.id
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(to_jsonb(t."speakers")) when 'array' then to_jsonb(t."speakers") else jsonb_build_array(to_jsonb(t."speakers")) end) v (value)
    where e.type = 'media'
    union all select e.id, 'year', to_char(coalesce(t."recorded_at", e.published_at) at time zone 'Africa/Nairobi', 'YYYY')
    from e join "media" t on t.entry_id = e.id where e.type = 'media'
    union all select e.id, 'kind', f.kind from e join files f on f.id = e.cover_id
    where e.type = 'media'
    union all select e.id, 'topic', v.value from e
    join "events" t on t.entry_id = e.id
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(to_jsonb(t."category")) when 'array' then to_jsonb(t."category") else jsonb_build_array(to_jsonb(t."category")) end) v (value)
    where e.type = 'event'
    union all select e.id, 'topic', v.value from e
    join "events" t on t.entry_id = e.id
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(to_jsonb(t."tags")) when 'array' then to_jsonb(t."tags") else jsonb_build_array(to_jsonb(t."tags")) end) v (value)
    where e.type = 'event'
    union all select e.id, 'place', v.value from e
    join "events" t on t.entry_id = e.id
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(to_jsonb(t."location")) when 'array' then to_jsonb(t."location") else jsonb_build_array(to_jsonb(t."location")) end) v (value)
    where e.type = 'event'
    union all select e.id, 'year', to_char(coalesce(t."start_date", e.published_at) at time zone 'Africa/Nairobi', 'YYYY')
    from e join "events" t on t.entry_id = e.id where e.type = 'event') said (id, facet, label)
    where left(lower(btrim(regexp_replace(normalize(said.label), '\s+', ' ', 'g'))), 100) <> '' group by 1, 2
