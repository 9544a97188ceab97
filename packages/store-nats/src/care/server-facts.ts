import type { FleetReplication } from '@antiphon/transcript'
import type { StreamInfo } from '@nats-io/jetstream'
import type { Broker } from '../connection/broker.ts'
import { hasAtomicBatches } from '../stream/server-features.ts'
import { readStream } from '../stream/stream-layout.ts'
import { toStreamNames } from '../stream/stream-names.ts'
import { type MonitorAnswer, readMonitors } from './read-monitors.ts'

/** What a server is, and which of the store's promises its settings weaken. */
export type StreamFacts = {
  readonly version: string
  /** In sentences for people; none where all promises hold. */
  readonly weaknesses: readonly string[]
  /** Null where there are no logs yet. */
  readonly replication: FleetReplication | null
}

/** Asks the servers how they and the stream are set. Throws nothing for settings: they are the team's servers. */
export async function readServerFacts(broker: Broker): Promise<StreamFacts> {
  const { space, monitors } = broker.address
  const [version, stream, answers] = await Promise.all([
    broker.version(),
    readStream(broker, toStreamNames(space).logs),
    readMonitors(monitors),
  ])
  const facts: Facts = { version, stream, answers }
  return {
    version,
    weaknesses: RULES.flatMap(rule => rule(facts)),
    replication: stream && toReplication(stream, broker.server()),
  }
}

type Facts = {
  readonly version: string
  readonly stream: StreamInfo | null
  readonly answers: readonly MonitorAnswer[]
}
type FactRule = (facts: Facts) => readonly string[]

const RULES: readonly FactRule[] = [
  ({ version }) =>
    hasAtomicBatches(version)
      ? []
      : [
          `nats-server ${version} cannot store several messages as one (2.12 can): a copy of a session that has subagents may be seen half for a moment.`,
        ],
  ({ stream }) => {
    const count = stream?.config.num_replicas ?? 3
    if (count === 1)
      return [
        'One server has each log (R1): acknowledged entries are on one machine, and it may not be away.',
      ]
    return count === 2 ? ['Two servers have each log: where one is away, nothing can be written.'] : []
  },
  ({ stream }) => (stream ? SETTINGS.flatMap(({ isSo, words }) => (isSo(stream.config) ? [words] : [])) : []),
  ({ answers }) =>
    answers.flatMap(answer =>
      answer.kind === 'silent'
        ? [
            `The monitoring at ${answer.address} does not answer (${answer.reason}): whether that server syncs is not known.`,
          ]
        : answer.isSynced
          ? []
          : [
              `${answer.server} does not sync before it acknowledges (sync_interval is ${answer.interval}): what was acknowledged since may be lost by a power cut. Set sync_interval: always.`,
            ],
    ),
  ({ answers, stream }) => {
    const [asked, there] = [
      new Set(answers.map(({ address }) => address)).size,
      stream?.config.num_replicas ?? 1,
    ]
    if (asked >= there) return []
    return [
      `Servers do not tell clients whether they sync before they acknowledge, and ${asked === 0 ? 'nobody was asked' : `${asked} of ${there} were asked`} by their monitoring (?monitor=http://host:8222,… or NATS_MONITOR). Without sync_interval: always a power cut loses what was acknowledged.`,
    ]
  },
]

type SettingRule = { readonly isSo: (config: StreamInfo['config']) => boolean; readonly words: string }

const SETTINGS: readonly SettingRule[] = [
  {
    isSo: ({ storage }) => storage === 'memory',
    words: 'The stream is kept in memory: what was acknowledged goes with the servers.',
  },
  {
    isSo: ({ max_age }) => max_age > 0,
    words: 'The stream has a max_age: logs lose their beginnings when that has passed.',
  },
  {
    isSo: ({ max_msgs_per_subject }) => max_msgs_per_subject > 0,
    words: 'The stream has max_msgs_per_subject: long logs lose their beginnings.',
  },
  {
    isSo: ({ discard, max_bytes, max_msgs }) => discard === 'old' && (max_bytes > 0 || max_msgs > 0),
    words: 'The stream drops the oldest entries when it is full (discard: old).',
  },
  {
    isSo: ({ allow_direct }) => allow_direct !== true,
    words: 'The stream has allow_direct off: logs cannot be read. Run `antiphon store migrate`.',
  },
]

function toReplication({ cluster, config, state }: StreamInfo, server: string): FleetReplication {
  return {
    leader: cluster ? (cluster.leader ?? null) : server,
    replicas: config.num_replicas,
    followers: (cluster?.replicas ?? []).map(({ name, current, lag, active }) => ({
      ...{ name, isCurrent: current, lag: lag ?? 0 },
      heardMs: Math.round(active / 1_000_000),
    })),
    ...{ messages: state.messages, bytes: state.bytes },
  }
}
