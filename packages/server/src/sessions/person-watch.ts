import { stat } from 'node:fs/promises'
import {
  type MarkedSessions,
  readMarks,
  readSettingsFile,
  type SettingsReport,
  toMarksPath,
  toSettingsPath,
} from '@antiphon/host'
import type { SessionKey } from '@antiphon/transcript'

/** Sees when the person's settings or marks change: by this server, another one, a command, or a text editor. */
export interface PersonWatch {
  /** Resolves when all that changes from here on is seen. */
  begin(): Promise<void>
  /** Looks at once. */
  look(): void
  end(): void
}

export type PersonWatchEvents = {
  readonly onSettings: (report: SettingsReport) => void
  readonly onMarks: (keys: readonly SessionKey[]) => void
}

/** Asks for the age of two small files now and then: that works on every file system, and before they are there. */
export function createPersonWatch(folder: string | null, events: PersonWatchEvents): PersonWatch {
  let timer: NodeJS.Timeout | undefined
  let known: { readonly settings: string; readonly marks: string } | undefined
  let marked: MarkedSessions | undefined
  let looking: Promise<void> | undefined

  async function see(): Promise<void> {
    if (folder === null) return
    const now = { settings: await markOf(toSettingsPath(folder)), marks: await markOf(toMarksPath(folder)) }
    const before = known
    known = now
    if (!marked || now.marks !== before?.marks) {
      const next = await readMarks(folder)
      const changed = marked?.compare(next) ?? []
      marked = next
      if (changed.length > 0) events.onMarks(changed)
    }
    if (before && now.settings !== before.settings) events.onSettings(await readSettingsFile(folder))
  }

  /** One after the other: two at once would take one change for two. */
  function look(): Promise<void> {
    looking = (looking ?? Promise.resolve()).then(see).catch(() => {})
    return looking
  }

  return {
    async begin() {
      if (folder === null || timer) return
      timer = setInterval(look, LOOK_MS).unref()
      await look()
    },
    look: () => void (timer && look()),
    end() {
      clearInterval(timer)
      timer = undefined
      known = undefined
      marked = undefined
    },
  }
}

const LOOK_MS = 1000

async function markOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => null)
  return found ? `${found.mtimeMs} ${found.size} ${found.ino}` : ''
}
