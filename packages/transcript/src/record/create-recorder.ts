import type { AnyMessage, RecordEntry, UUID } from '@antiphon/core'
import { formatSessionKey } from '../store/session-key.ts'
import { TranscriptError } from '../transcript-error.ts'
import type { Fence, LogQueue } from './log-queue.ts'
import { createOpenLogs, type OpenLog, SESSION, type Speaker, splitBySpeaker } from './open-logs.ts'
import type { Recorder, RecorderOptions, RecordOptions } from './recorder.ts'

type MessageLists = ReadonlyMap<Speaker, readonly AnyMessage[]>

type SplitRecording = Pick<RecordOptions, 'after' | 'teamInfo'> & {
  readonly speaker: Speaker
  readonly lists: MessageLists
  readonly allLists: MessageLists | undefined
}

/** Opens a session for recording. Nothing is written, and no right to write is taken, before something comes to be recorded. */
export function createRecorder(options: RecorderOptions): Recorder {
  const { store, key, envelope, isBareMode = false, onError = ignore } = options
  const fence: Fence = {}
  const logs = createOpenLogs(options, fence)
  let isClosed = false

  return {
    recordTranscript(messages, teamInfo, startingParentUuidHint, allMessages) {
      return mayBeIgnored(record({ messages, teamInfo, after: startingParentUuidHint, allMessages }))
    },
    record: recording => mayBeIgnored(record(recording)),
    recordEntry: entry => mayBeIgnored(recordEntry(entry)),
    flush: () => mayBeIgnored(flush()),
    async close() {
      if (isClosed) return
      // After a conflict there is nothing to be saved: the log belongs to another writer.
      if (!fence.conflict) await flush()
      isClosed = true
      for (const queue of logs.queues()) await store.release(queue.key)
    },
    get lastUuid() {
      return logs.find(SESSION).chain.lastUuid
    },
    get conflict() {
      return fence.conflict
    },
  }

  /** Queues in the tick of the call: calls that nobody awaits keep their order. */
  async function record(recording: RecordOptions): Promise<UUID | null> {
    checkOpen()
    const { messages, allMessages, agentId, position } = recording
    const speaker: Speaker = agentId ?? SESSION
    const lists = split(messages, agentId)
    const allLists = allMessages && split(allMessages, agentId)
    // All logs are opened before anything is queued, so that a name that cannot be one leaves nothing half done.
    const speakers = [...new Set<Speaker>([speaker, ...lists.keys()])]
    const opened = new Map<Speaker, OpenLog>(speakers.map(other => [other, logs.find(other, position)]))
    let lastUuid: UUID | null = null
    for (const [other, log] of opened) {
      const end = recordList(log, { ...recording, speaker: other, lists, allLists })
      if (other === speaker) lastUuid = end
    }
    await settle(new Set([...opened.values()].map(log => log.queue)))
    return lastUuid
  }

  function recordList(log: OpenLog, recording: SplitRecording): UUID | null {
    const { speaker, lists, allLists, teamInfo, after } = recording
    const messages = lists.get(speaker) ?? []
    return log.chain.record({
      messages,
      allMessages: allLists?.get(speaker) ?? messages,
      envelope: { ...log.envelope, ...teamInfo },
      startingParentUuidHint: after,
    })
  }

  async function recordEntry(entry: RecordEntry): Promise<void> {
    checkOpen()
    const { queue } = logs.find(SESSION)
    queue.push({ uuid: undefined, isUrgent: true, toEntry: () => entry })
    await settle([queue])
  }

  /** Waits for what has to be durable; the rest is written a little later. */
  async function settle(queues: Iterable<LogQueue>): Promise<void> {
    const drained = [...queues].map(queue => {
      const urgent = queue.drain('last-urgent')
      queue.drainLater()
      return urgent
    })
    if (isBareMode) for (const urgent of drained) urgent.catch(onError)
    else await Promise.all(drained)
  }

  async function flush(): Promise<void> {
    checkOpen()
    const drained = await Promise.allSettled(logs.queues().map(queue => queue.drain('all')))
    for (const result of drained) if (result.status === 'rejected') throw result.reason
  }

  function checkOpen(): void {
    if (fence.conflict) throw fence.conflict
    if (isClosed) throw new TranscriptError('closed', `The recorder of ${formatSessionKey(key)} was closed.`)
  }

  /** A recorder of a subagent's own log takes all it is given for that agent's. */
  function split(messages: readonly AnyMessage[], agentId: string | undefined): MessageLists {
    if (agentId !== undefined) return new Map([[agentId, messages]])
    return envelope.isSidechain ? new Map([[SESSION, messages]]) : splitBySpeaker(messages)
  }
}

/** Who records the model's words does not wait for them, and shall not have to handle what the next call reports again. */
function mayBeIgnored<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

function ignore(): void {}
