import type { FleetSize } from '@antiphon/transcript'
import type { Connections } from '../connection/connections.ts'
import { SCHEMA } from '../schema/schema-name.ts'

/** What a server is, and which of the store's promises its settings weaken. */
export type ServerFacts = {
  readonly version: string
  /** In sentences for people; none where all promises hold. */
  readonly weaknesses: readonly string[]
}

/** Asks the server how it is set. Throws nothing for settings: it is the team's server. */
export async function readServerFacts(connections: Connections): Promise<ServerFacts> {
  const rows = await connections.runAgain({
    text: `SELECT name, setting FROM pg_settings WHERE name = ANY($1::text[])`,
    values: [NAMES],
  })
  const settings = new Map(rows.map(([name, setting]) => [String(name), String(setting)]))
  return {
    version: settings.get('server_version') ?? 'unknown',
    weaknesses: RULES.flatMap(rule => rule(settings) ?? []),
  }
}

type Settings = ReadonlyMap<string, string>
type SettingRule = (settings: Settings) => string | null

const NAMES: readonly string[] = [
  ...['server_version', 'server_version_num', 'fsync', 'full_page_writes'],
  ...['synchronous_commit', 'synchronous_standby_names'],
]

const OLDEST = 140_000

const RULES: readonly SettingRule[] = [
  settings =>
    Number(settings.get('server_version_num')) < OLDEST
      ? `PostgreSQL ${settings.get('server_version')} is older than 14, with which nothing here was tried.`
      : null,
  settings =>
    settings.get('fsync') === 'off'
      ? 'fsync is off: acknowledged entries survive a crash of the server program, not of its machine.'
      : null,
  settings =>
    settings.get('full_page_writes') === 'off'
      ? 'full_page_writes is off: after a crash of the machine a page may be torn, unless its disk writes whole pages.'
      : null,
  settings =>
    settings.get('synchronous_commit') === 'off'
      ? 'synchronous_commit is off: the last moments before a crash may be lost although they were acknowledged.'
      : null,
  settings =>
    settings.get('synchronous_commit') !== 'off' && hasNoStandby(settings)
      ? 'No standby confirms commits (synchronous_standby_names is empty, or synchronous_commit is local): acknowledged entries are on one machine.'
      : null,
]

function hasNoStandby(settings: Settings): boolean {
  return (
    (settings.get('synchronous_standby_names') ?? '') === '' || settings.get('synchronous_commit') === 'local'
  )
}

/** Counts from the heads of logs; no entry is read. */
export async function readStoreSize(connections: Connections): Promise<FleetSize> {
  const [row = []] = await connections.runAgain({
    text: `
      SELECT count(*) FILTER (WHERE subpath = ''), count(*), coalesce(sum(ends), 0), coalesce(sum(bytes), 0),
        (SELECT count(*) FROM ${SCHEMA}.writers WHERE alive_until > now()), count(note)
      FROM ${SCHEMA}.logs`,
    values: [],
  })
  const [sessions = 0, logs = 0, entries = 0, bytes = 0, writers = 0, forks = 0] = row.map(Number)
  return { sessions, logs, entries, bytes, writers, forks }
}
