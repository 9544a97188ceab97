import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type FleetCare, type FleetStore, TranscriptError } from '@antiphon/transcript'
import { homeOf, type Io } from '../io.ts'
import { findConfigFolder } from '../person/config-folder.ts'
import { ProgramError } from '../program-error.ts'
import type { FleetMeters } from '../telemetry/fleet-meters.ts'
import { measureStore } from '../telemetry/measure-store.ts'
import { openTelemetry } from '../telemetry/open-telemetry.ts'
import { hideStoreSecrets, type OpenStoreOptions, requireStoreKind, STORE_EXAMPLE } from './store-kind.ts'

/** The variable that names the store of a person's fleet; `--store` sets it for one command. */
export const STORE_VARIABLE: string = 'ANTIPHON_STORE'

/** The store that the person named; null where their sessions are files of this machine. */
export function findStoreUrl({ env }: Pick<Io, 'env'>): string | null {
  return env[STORE_VARIABLE] || null
}

/**
 * Where this machine keeps what belongs to the store that the person named: `stores` are copies that may be deleted at
 * any time, `spool` is what the store has not got yet. Null where no store is named, or there is no home.
 */
export function findStoreFolder(io: Pick<Io, 'env'>, kind: 'stores' | 'spool'): string | null {
  const url = findStoreUrl(io)
  if (url === null) return null
  const folder = findConfigFolder(io.env, homeOf(io))
  if (folder === null) return null
  const { PGHOST = '', PGPORT = '', PGDATABASE = '' } = io.env
  const name = createHash('sha256').update([hideStoreSecrets(url), PGHOST, PGPORT, PGDATABASE].join('\n'))
  return join(folder, kind, name.digest('hex').slice(0, 16))
}

/** How long a store may be away, and how long a writer that was killed keeps its logs; the store's own times unless told. */
export type PersonStoreOptions = Pick<OpenStoreOptions, 'patienceMs' | 'aliveMs'>

/** A store whose work is measured; a collector is told where the environment names one. */
export type PersonStore = FleetStore & { readonly meters: FleetMeters }

/** Opens the care of the store that the person named; throws a `ProgramError` where none is. */
export function openPersonCare({ env }: Pick<Io, 'env'>, patienceMs: number): Promise<FleetCare> {
  const url = findStoreUrl({ env })
  if (url === null) throw noStore()
  return requireStoreKind(url).openCare({ url, env, patienceMs })
}

function noStore(): ProgramError {
  return new ProgramError(
    'wrong-use',
    `No store is named. Say --store with ${STORE_EXAMPLE}, or set ${STORE_VARIABLE}.`,
  )
}

/** Opens the store that the person named; throws a `ProgramError` where none is, or where it cannot be used. */
export async function openPersonStore(
  io: Pick<Io, 'env'>,
  options: PersonStoreOptions = {},
): Promise<PersonStore> {
  const url = findStoreUrl(io)
  if (url === null) throw noStore()
  try {
    const store = await requireStoreKind(url).open({ url, env: io.env, ...options })
    const { meters, close } = openTelemetry(io.env)
    return {
      ...measureStore(store, meters),
      meters,
      async close() {
        await store.close()
        await close()
      },
    }
  } catch (error) {
    throw toStoreProblem(error)
  }
}

/** A failure of the store as one of the program's; others stay what they are. */
export function toStoreProblem(error: unknown): unknown {
  return error instanceof TranscriptError
    ? new ProgramError('unreadable', `The store: ${error.message}`, { cause: error })
    : error
}

/** Somebody sits before it; an agent at work waits longer. */
const PATIENCE_MS = 10_000

/** Works with the person's store, and closes it whatever comes. */
export async function withPersonStore<T>(
  io: Pick<Io, 'env'>,
  work: (store: PersonStore) => Promise<T>,
  options: PersonStoreOptions = {},
): Promise<T> {
  const store = await openPersonStore(io, { patienceMs: PATIENCE_MS, ...options })
  try {
    return await work(store)
  } catch (error) {
    throw toStoreProblem(error)
  } finally {
    await store.close().catch(() => undefined)
  }
}
