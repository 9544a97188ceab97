import { openStoreCare as openNatsCare, openNatsStore } from '@antiphon/store-nats'
import { NATS_NOTE, RUNS_NATS } from '@antiphon/store-nats/testing/find-nats'
import { startNats } from '@antiphon/store-nats/testing/start-nats'
import { openStoreCare as openPostgresCare, openPostgresStore } from '@antiphon/store-postgres'
import { POSTGRES_NOTE, RUNS_POSTGRES, startPostgres } from '@antiphon/store-postgres/testing/start-postgres'
import type { FleetCare, FleetStore, LogWriter } from '@antiphon/transcript'
import { isSoak } from '../../transcript/test/process/soak.ts'

/** A server on which the tests of a fleet run. */
export type FleetKind = {
  readonly name: string
  readonly isThere: boolean
  /** What a test is called where it is not. */
  readonly note: string
  readonly start: () => Promise<FleetServer>
  readonly open: (options: { readonly url: string; readonly writer?: LogWriter }) => Promise<FleetStore>
  readonly openCare: (url: string) => FleetCare
  /** An address at which nobody answers. */
  readonly nowhere: string
  /** What `store status` says of it. */
  readonly status: readonly RegExp[]
  readonly migrated: string
}

export type FleetServer = {
  readonly url: string
  readonly kill: () => Promise<void>
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

export const ON_POSTGRES: FleetKind = {
  name: 'PostgreSQL',
  ...{ isThere: RUNS_POSTGRES, note: POSTGRES_NOTE },
  start: () => startPostgres(),
  open: openPostgresStore,
  openCare: url => openPostgresCare({ url, env: {} }),
  nowhere: 'postgres://ana:topsecret@127.0.0.1:1/team',
  status: [
    /Server {4}127\.0\.0\.1:\d+\/postgres, PostgreSQL \d+/,
    /Tables {4}version 2/,
    /acknowledged entries are on one machine/,
  ],
  migrated: 'The tables are of version 2 already.\n',
}

export const ON_NATS: FleetKind = {
  name: 'NATS',
  ...{ isThere: RUNS_NATS, note: NATS_NOTE },
  async start() {
    const node = await startNats()
    return { ...node, url: `${node.url}/team?monitor=${node.monitor}` }
  },
  open: openNatsStore,
  openCare: url => openNatsCare({ url, env: {} }),
  nowhere: 'nats://ana:topsecret@127.0.0.1:1/team',
  status: [
    /Server {4}127\.0\.0\.1:\d+\/team, nats-server \d+/,
    /Streams {3}version 1/,
    /Copies {4}1; led by one/,
    /Weaker {4}One server has each log \(R1\)/,
  ],
  migrated: 'The streams are of version 1 already.\n',
}

/** True for a server on which what takes long is left to the soak: it was tried on another one. */
export function isLeftToSoak(kind: FleetKind): boolean {
  return kind !== ON_POSTGRES && !isSoak
}

/** Every server that a fleet may have. */
export const FLEET_KINDS: readonly FleetKind[] = [ON_POSTGRES, ON_NATS]
