import { isObject } from '@antiphon/contract'
import type { AnyMessage } from '@antiphon/core'
import type { RecordingEnvelope } from '@antiphon/core/log'
import { checkSessionKey, toSubagentKey } from '../store/session-key.ts'
import { createLogQueue, type Fence, type LogQueue } from './log-queue.ts'
import type { LogPosition, RecorderOptions } from './recorder.ts'
import { createRecordingChain, type RecordingChain } from './recording-chain.ts'

/** A log that is being recorded, and a speaker's chain in it. */
export type OpenLog = {
  readonly queue: LogQueue
  readonly chain: RecordingChain
  readonly envelope: RecordingEnvelope
}

/** The logs of a session, opened as their speakers are first heard. */
interface OpenLogs {
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

/** The id of a subagent, the session itself, or a subagent that does not say which it is. */
export type Speaker = string | typeof SESSION | typeof NAMELESS_AGENT

export const SESSION: unique symbol = Symbol('session')
const NAMELESS_AGENT: unique symbol = Symbol('nameless agent')

/** A list in which subagents speak too, as one list for each speaker, each in its order. */
export function splitBySpeaker(messages: readonly AnyMessage[]): ReadonlyMap<Speaker, readonly AnyMessage[]> {
  const lists = new Map<Speaker, AnyMessage[]>()
  for (const message of messages) {
    const speaker = findSpeaker(message)
    const list = lists.get(speaker)
    if (list) list.push(message)
    else lists.set(speaker, [message])
  }
  return lists
}

/** Messages of subagents carry the marks of the log: `isSidechain`, and `agentId` where it is known. */
function findSpeaker(message: unknown): Speaker {
  if (!isObject(message) || message.isSidechain !== true) return SESSION
  const { agentId } = message
  return typeof agentId === 'string' && agentId !== '' ? agentId : NAMELESS_AGENT
}
