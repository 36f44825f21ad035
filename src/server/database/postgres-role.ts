import { createHmac } from 'node:crypto'
import pg from 'pg'

/** The role that the site connects as. It owns the site's database and nothing else. */
export const siteRole = 'urithi_site'

/** Returns the password of the site's role, derived from the superuser's so that no second file is needed. */
export function sitePassword(superuserPassword: string): string {
  return createHmac('sha256', superuserPassword).update(siteRole).digest('base64url')
}

/**
 * Creates the site's database and its owner. The site never connects as a superuser, so that a faulty query can't read
 * files, create roles or change settings. A database made by an earlier version is transferred in one transaction; a
 * standby gets its roles from the primary.
 * @param addressOf returns the superuser's address of a database of this cluster
 */
export async function handOverToSite(addressOf: (database: string) => string, password: string): Promise<void> {
  const wasHandedOver = await withClient(addressOf('postgres'), async (client) => {
    const { rows } = await client.query<{ standby: boolean; role: boolean; owner: string | null }>(
      `select pg_is_in_recovery() as standby,
        exists (select from pg_roles where rolname = $1) as role,
        (select pg_get_userbyid(datdba) from pg_database where datname = 'urithi') as owner`,
      [siteRole],
    )
    const [row] = rows
    if (!row || row.standby) return true
    if (!row.role) {
      const rights = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls'
      await client.query(`create role ${siteRole} ${rights} password ${client.escapeLiteral(sitePassword(password))}`)
    }
    if (!row.owner) await client.query(`create database urithi owner ${siteRole}`)
    return !row.owner || row.owner === siteRole
  })
  if (!wasHandedOver) await withClient(addressOf('urithi'), (client) => client.query(handOver))
}

/** Transfers everything to the site's role. The sequences and indexes of a table change owner with it. */
const handOver = `do $$
declare statement text;
begin
  for statement in
    select format('alter schema %I owner to ${siteRole}', nspname) from pg_namespace
      where nspname !~ '^pg_' and nspname not in ('information_schema', 'public')
    union all
    select format('alter table %s owner to ${siteRole}', c.oid::regclass)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
          and c.relkind = 'S' and d.deptype in ('a', 'i') and d.refclassid = 'pg_class'::regclass)
    union all
    select format('alter routine %s owner to ${siteRole}', p.oid::regprocedure)
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    union all
    select format('alter type %s owner to ${siteRole}', t.oid::regtype)
      from pg_type t join pg_namespace n on n.oid = t.typnamespace left join pg_class c on c.oid = t.typrelid
      where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        and (t.typtype in ('e', 'd') or (t.typtype = 'c' and c.relkind = 'c'))
  loop
    execute statement;
  end loop;
  execute 'alter database urithi owner to ${siteRole}';
end $$`

/** Returns whether this connection's role has rights over the whole server, which a site never needs. */
export async function hasServerRights(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ rights: boolean }>(
    `select rolsuper or rolcreaterole or pg_has_role(oid, 'pg_read_server_files', 'member') as rights
      from pg_roles where rolname = current_user`,
  )
  return rows[0]?.rights === true
}

/** Returns the result of `work`, which gets a connection of its own. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
