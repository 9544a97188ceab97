import type { Io } from '@antiphon/host'
import { listResumable, type ResumableSession } from './list-resumable.ts'
import type { ReplTexts } from './repl-texts.ts'

export type PlainPickOptions = {
  readonly io: Io
  readonly cwd: string
  readonly texts: ReplTexts
  readonly write: (lines: readonly string[]) => void
  /** The next line that the person writes; null where there will be none. */
  readonly readLine: () => Promise<string | null>
}

/** Lets a person choose a session by lines: a number goes on with it, words look for others, nothing begins a new one. */
export async function pickPlainly(options: PlainPickOptions): Promise<string | null> {
  const { io, cwd, texts, write, readLine } = options
  let all: readonly ResumableSession[] = []
  await listResumable({ cwd }, io, found => {
    all = found
  })
  let offered = all
  for (;;) {
    const shown = offered.slice(0, MOST)
    write([
      texts.resumeTitle,
      ...(shown.length === 0 ? [texts.nothingFound] : shown.map(toLine)),
      texts.plain.list(offered.length - shown.length),
    ])
    const line = (await readLine())?.trim() ?? ''
    if (line === '') return null
    const chosen = /^\d+$/.test(line) ? shown[Number(line) - 1] : undefined
    if (chosen) return chosen.path
    offered = all.filter(session => toWords(session).includes(line.toLowerCase()))
  }
}

// What somebody listens to before they choose.
const MOST = 10

function toLine({ label, detail }: ResumableSession, index: number): string {
  return `${index + 1}. ${label}, ${detail}`
}

function toWords({ label, detail }: ResumableSession): string {
  return `${label} ${detail}`.toLowerCase()
}
