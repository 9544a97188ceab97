import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Entry, encodeEntry } from '@antiphon/core'

/** A home with sessions in it, for tests. */
export interface SessionTree {
  readonly home: string
  /** `~/.claude`, where `write` puts its files. */
  readonly root: string
  /** Writes a file below `projects`; `age` says how many minutes ago. */
  write(path: string, content: readonly object[] | string, age?: number): string
  remove(): void
}

/** Makes an empty home in a folder of its own. */
export function createSessionTree(): SessionTree {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'antiphon-discover-')))
  const root = join(home, '.claude')
  mkdirSync(join(root, 'projects'), { recursive: true })
  return {
    home,
    root,
    write(path, content, age = 0) {
      const whole = join(root, 'projects', path)
      mkdirSync(dirname(whole), { recursive: true })
      // Any object may be a line.
      const text =
        typeof content === 'string' ? content : (content as readonly Entry[]).map(encodeEntry).join('')
      writeFileSync(whole, text)
      const time = NOON - age * 60
      utimesSync(whole, time, time)
      return whole
    },
    remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }),
  }
}

/** The time of the newest file, in seconds. */
export const NOON: number = Date.parse('2026-11-15T12:00:00.000Z') / 1000

export type SessionFields = Readonly<Record<string, unknown>>

/** A prompt and its answer, as Claude Code lays them out. */
export function exchange(words: string, fields: SessionFields = {}): readonly object[] {
  const envelope = {
    parentUuid: null,
    isSidechain: false,
    cwd: '/home/dev/harbour',
    sessionId: 's1',
    version: '2.1.200',
    gitBranch: 'main',
    ...fields,
  }
  const message = { role: 'assistant', model: 'claude-opus-5-5', content: [{ type: 'text', text: 'Done.' }] }
  const [said, answered] = [`${words}-u`, `${words}-a`]
  return [
    {
      ...envelope,
      type: 'user',
      message: { role: 'user', content: words },
      uuid: said,
      timestamp: '2026-11-15T08:00:00.000Z',
    },
    {
      ...envelope,
      parentUuid: said,
      message,
      type: 'assistant',
      uuid: answered,
      timestamp: '2026-11-15T08:00:05.000Z',
    },
  ]
}
