import * as nats from '@antiphon/store-nats/address'
import * as postgres from '@antiphon/store-postgres/address'
import type { FleetCare, FleetStore, LogWriter } from '@antiphon/transcript'
import { ProgramError } from '../program-error.ts'

/** How a store is opened, whatever server keeps it. */
export type OpenStoreOptions = {
  readonly url: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly writer?: LogWriter
  /** How long the server may be away before a waiting call is told. */
  readonly patienceMs?: number
  /** How long a writer that was killed keeps its logs. */
  readonly aliveMs?: number
}

/** A server that can keep the sessions of many hosts. Its client is loaded when a store of that kind is opened. */
export type StoreKind = {
  readonly isUrl: (url: string) => boolean
  readonly hideSecrets: (url: string) => string
  readonly open: (options: OpenStoreOptions) => Promise<FleetStore>
  readonly openCare: (options: Omit<OpenStoreOptions, 'writer' | 'aliveMs'>) => Promise<FleetCare>
  /** Variables that say what an address leaves out, without those that hold a secret. */
  readonly variables: readonly string[]
  /** Where a password belongs that should not stand in an address. */
  readonly secretPlace: string
}

const KINDS: readonly StoreKind[] = [
  {
    isUrl: postgres.isStoreUrl,
    hideSecrets: postgres.hideSecrets,
    open: async options => (await import('@antiphon/store-postgres')).openPostgresStore(options),
    openCare: async options => (await import('@antiphon/store-postgres')).openStoreCare(options),
    variables: [
      ...['PGHOST', 'PGPORT', 'PGUSER', 'PGDATABASE', 'PGPASSFILE'],
      ...['PGSSLMODE', 'PGSSLROOTCERT', 'PGSSLCERT', 'PGSSLKEY'],
    ],
    secretPlace: '~/.pgpass (host:port:database:user:password, mode 0600)',
  },
  {
    isUrl: nats.isStoreUrl,
    hideSecrets: nats.hideSecrets,
    open: async options => (await import('@antiphon/store-nats')).openNatsStore(options),
    openCare: async options => (await import('@antiphon/store-nats')).openStoreCare(options),
    variables: nats.NATS_VARIABLES,
    secretPlace: 'a file (mode 0600): NATS_CREDS names one with credentials, NATS_NKEY one with a seed',
  },
]

/** How the address of a store is written. */
export const STORE_EXAMPLE: string = 'postgres://user@host/database or nats://user@host/team'

/** The kind of an address; null for what names no store. */
export function findStoreKind(url: string): StoreKind | null {
  return KINDS.find(({ isUrl }) => isUrl(url)) ?? null
}

/** The kind of an address; throws for what names no store. */
export function requireStoreKind(url: string): StoreKind {
  const kind = findStoreKind(url)
  if (kind) return kind
  throw new ProgramError('wrong-use', `${hideStoreSecrets(url)} names no store. Write ${STORE_EXAMPLE}.`)
}

/** An address for messages and logs: without the password, wherever it stands. */
export function hideStoreSecrets(url: string): string {
  const kind = findStoreKind(url)
  return kind ? kind.hideSecrets(url) : KINDS.reduce((hidden, { hideSecrets }) => hideSecrets(hidden), url)
}
