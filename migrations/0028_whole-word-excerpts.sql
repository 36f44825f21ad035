-- Excerpts that were cut at 200 characters end with a whole word and "…" now, as new ones do (core/truncate.ts).
update articles set excerpt = regexp_replace(left(excerpt, 199), '[,;:–—-]*\s+\S*$', '') || '…'
from entries
where entries.id = articles.entry_id and char_length(excerpt) >= 199 and right(excerpt, 1) <> '…'
  and substr(entries.words, char_length(excerpt) + 1, 1) not in ('', E'\n');
