import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isObject, type JsonObject } from '@antiphon/contract'
import { foldSchedule, type ScheduleEntry, type TaskState } from '@antiphon/engine'
import { createFileStore, type SessionKey, type TranscriptStore, toLogPath } from '@antiphon/transcript'

/** The schedule of a session on disk: a log like the session's own, beside the projects, written by one at a time. */
export interface ScheduleFile {
  read(): Promise<readonly TaskState[]>
  /** Appends what `decide` makes of the tasks as they are; false where it makes nothing. Durable when it resolves. */
  change(decide: (tasks: readonly TaskState[]) => ScheduleEntry | null): Promise<boolean>
  /** Another text whenever somebody changed it. */
  mark(): Promise<string>
}

/** The folder of schedules in a folder that holds `projects`. */
export function toScheduleRoot(root: string): string {
  return join(root, 'schedules')
}

export function createScheduleFile(root: string, key: SessionKey): ScheduleFile {
  const scheduleRoot = toScheduleRoot(root)
  const path = toLogPath(scheduleRoot, key)
  return {
    read: () => withStore(scheduleRoot, async store => foldSchedule((await readAll(store, key)).entries)),
    change: decide => withStore(scheduleRoot, store => changeLog({ store, key, path, decide })),
    async mark() {
      const found = await stat(path).catch(() => null)
      return found ? `${found.mtimeMs} ${found.size} ${found.ino}` : ''
    },
  }
}

async function withStore<T>(root: string, work: (store: TranscriptStore) => Promise<T>): Promise<T> {
  const store = createFileStore({ root })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

async function readAll(
  store: TranscriptStore,
  key: SessionKey,
): Promise<{ readonly entries: readonly JsonObject[]; readonly end: number }> {
  const entries: JsonObject[] = []
  let end = 0
  for await (const item of store.read(key)) {
    end = item.next
    if (item.kind === 'entry' && isObject(item.entry)) entries.push(item.entry as JsonObject)
  }
  return { entries, end }
}

async function changeLog(options: {
  readonly store: TranscriptStore
  readonly key: SessionKey
  readonly path: string
  readonly decide: (tasks: readonly TaskState[]) => ScheduleEntry | null
}): Promise<boolean> {
  const { store, key, path, decide } = options
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { entries, end } = await readAll(store, key)
    const entry = decide(foldSchedule(entries))
    if (!entry) return false
    const outcome = await store.append(key, [{ ...entry }], { expectedSeq: end, acknowledge: 'durable' })
    if (outcome.status === 'appended') return true
    // Another program has it for a moment: what it wrote is looked at anew.
    await wait(RETRY_MS)
  }
  throw new Error(`${path} is held by another program. Try again.`)
}

const MAX_ATTEMPTS = 100
const RETRY_MS = 30
