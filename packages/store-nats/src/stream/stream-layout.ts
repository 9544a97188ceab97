import { TranscriptError } from '@antiphon/transcript'
import type { JetStreamManager, StreamConfig, StreamInfo } from '@nats-io/jetstream'
import { DiscardPolicy, RetentionPolicy, StorageType } from '@nats-io/jetstream'
import type { Broker } from '../connection/broker.ts'
import { isNoStream, isTooFewServers } from '../connection/store-failure.ts'
import { hasAtomicBatches } from './server-features.ts'
import { type StreamNames, toStreamNames } from './stream-names.ts'

/** The version of what the logs are kept in; a stream says it of itself. */
export const LAYOUT: number = 1
const LAYOUT_NAME = 'antiphon.layout'

/** Makes the streams, or brings them to this version. Says which version there was. */
export async function migrate(broker: Broker): Promise<{ readonly from: number; readonly to: number }> {
  const names = toStreamNames(broker.address.space)
  const from = await readLayout(broker)
  if (from > LAYOUT) throw tooNew(from)
  const [there, version] = [await readStream(broker, names.logs), await broker.version()]
  const replicas = broker.address.replicas ?? there?.config.num_replicas ?? null
  const wanted = replicas === null ? [MOST_REPLICAS, 1] : [replicas]
  // The stream of logs says the version, and is there when all are.
  const count = await makeStream(broker, toLeaseBucket(names), wanted)
  for (const stream of [toWriterBucket(names), toLogStream(names, version)])
    await makeStream(broker, stream, [count])
  return { from, to: LAYOUT }
}

/** The version of what is there; 0 where there is nothing. */
export async function readLayout(broker: Broker): Promise<number> {
  const found = await readStream(broker, toStreamNames(broker.address.space).logs)
  return Number(found?.config.metadata?.[LAYOUT_NAME] ?? 0)
}

/** Throws where the streams are of a version that this program does not write. */
export async function checkLayout(broker: Broker): Promise<void> {
  const version = await readLayout(broker)
  if (version > LAYOUT) throw tooNew(version)
  if (version < LAYOUT)
    throw new TranscriptError(
      'not-found',
      `${broker.server()} holds no logs of Antiphon. Run \`antiphon store migrate\` once.`,
    )
}

/** How a stream is; null where there is none. */
export function readStream(broker: Broker, name: string): Promise<StreamInfo | null> {
  return broker.manage(async manager => {
    try {
      return await manager.streams.info(name)
    } catch (error) {
      if (isNoStream(error)) return null
      throw error
    }
  })
}

const MOST_REPLICAS = 3
const SECOND = 1_000_000_000
const DAY = 24 * 60 * 60 * SECOND

type Wanted = Partial<StreamConfig> & { readonly name: string; readonly subjects: string[] }

function toLogStream({ logs, space }: StreamNames, version: string): Wanted {
  return {
    ...{ name: logs, subjects: [`${space}.log.>`, `${space}.draft.>`] },
    description: 'The sessions of coding agents, a subject a log (Antiphon).',
    ...COMMON,
    ...(hasAtomicBatches(version) && { allow_atomic: true }),
    metadata: { [LAYOUT_NAME]: String(LAYOUT) },
  }
}

function toLeaseBucket({ leases, space }: StreamNames): Wanted {
  return { name: leases, subjects: [`$KV.${space}_leases.>`], ...COMMON, ...BUCKET }
}

/** A writer that says nothing for a day is nobody's any more. */
function toWriterBucket({ writers, space }: StreamNames): Wanted {
  return { name: writers, subjects: [`$KV.${space}_writers.>`], ...COMMON, ...BUCKET, max_age: DAY }
}

const COMMON = {
  retention: RetentionPolicy.Limits,
  storage: StorageType.File,
  // What is full refuses what is new, and drops nothing that is there.
  discard: DiscardPolicy.New,
  allow_direct: true,
  deny_delete: true,
  duplicate_window: 2 * 60 * SECOND,
} satisfies Partial<StreamConfig>

const BUCKET = { max_msgs_per_subject: 1, allow_rollup_hdrs: true } satisfies Partial<StreamConfig>

/** Makes or changes a stream; gives how many servers keep it. */
async function makeStream(broker: Broker, wanted: Wanted, counts: readonly number[]): Promise<number> {
  let failure: unknown
  for (const count of counts)
    try {
      await broker.manage(manager => put(manager, { ...wanted, num_replicas: count }))
      return count
    } catch (error) {
      if (!isTooFewServers(error instanceof TranscriptError ? error.cause : error)) throw error
      failure = error
    }
  throw failure
}

async function put(manager: JetStreamManager, wanted: Wanted): Promise<void> {
  try {
    await manager.streams.info(wanted.name)
  } catch (error) {
    if (!isNoStream(error)) throw error
    await manager.streams.add(wanted)
    return
  }
  await manager.streams.update(wanted.name, wanted)
}

function tooNew(version: number): TranscriptError {
  return new TranscriptError(
    'io',
    `The store has streams of version ${version}, and this program knows ${LAYOUT}. Install a newer Antiphon.`,
  )
}
