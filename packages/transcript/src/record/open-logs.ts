import type { RecordingEnvelope } from '@antiphon/core/log'
import { checkSessionKey, toSubagentKey } from '../store/session-key.ts'
import { createLogQueue, type Fence, type LogQueue } from './log-queue.ts'
import type { LogPosition, RecorderOptions } from './recorder.ts'
import { createRecordingChain, type RecordingChain } from './recording-chain.ts'
import { NAMELESS_AGENT, SESSION, type Speaker } from './split-by-speaker.ts'

/** A log that is being recorded, and a speaker's chain in it. */
export type OpenLog = {
  readonly queue: LogQueue
  readonly chain: RecordingChain
  readonly envelope: RecordingEnvelope
}

/** The logs of a session, opened as their speakers are first heard. */
export interface OpenLogs {
  /** The log of a speaker; `position` says where it stands if it is opened now. */
  find(speaker: Speaker, position?: LogPosition): OpenLog
  /** Each log once. */
  queues(): readonly LogQueue[]
}

/** The session's own log is there from the start; a subagent gets its own, unless it has no name to file it under. */
export function createOpenLogs(options: RecorderOptions, fence: Fence): OpenLogs {
  const { store, key, envelope, lazyMilliseconds = 100, onError = ignore } = options
  const session: OpenLog = openLog({ key, envelope, position: options })
  const logs = new Map<Speaker, OpenLog>([[SESSION, session]])
  return {
    find(speaker, position = {}) {
      const log = logs.get(speaker) ?? openSidechain(speaker, position)
      logs.set(speaker, log)
      return log
    },
    queues: () => [...new Set([...logs.values()].map(({ queue }) => queue))],
  }

  function openSidechain(speaker: Speaker, position: LogPosition): OpenLog {
    if (typeof speaker === 'string')
      return openLog({
        key: toSubagentKey(key, speaker),
        envelope: { ...envelope, isSidechain: true, agentId: speaker },
        position,
      })
    // As old versions did: a chain of its own inside the session's log.
    const { queue } = session
    return {
      queue,
      chain: createRecordingChain({ queue }),
      envelope: { ...envelope, isSidechain: speaker === NAMELESS_AGENT },
    }
  }

  function openLog(log: {
    readonly key: RecorderOptions['key']
    readonly envelope: RecordingEnvelope
    readonly position: LogPosition
  }): OpenLog {
    checkSessionKey(log.key)
    const { lastUuid = null, recordedUuids = [], seq } = log.position
    const queue = createLogQueue({
      store,
      key: log.key,
      // A log that is new to its caller has to be new: else a second root would split it.
      seq: seq ?? (lastUuid === null ? 0 : undefined),
      lazyMilliseconds,
      fence,
      onError,
    })
    const chain = createRecordingChain({ queue, lastUuid, recordedUuids })
    return { queue, chain, envelope: log.envelope }
  }
}

function ignore(): void {}
