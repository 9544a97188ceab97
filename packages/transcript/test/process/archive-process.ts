import { createHash } from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { archiveSession } from '../../src/archive/archive-session.ts'
import { changeArchive } from '../../src/archive/catalogue.ts'
import { pruneArchive } from '../../src/archive/prune-archive.ts'

/** What the process is told: where sessions and the archive are, and where it notes what was promised. */
export type ArchiveProcessOptions = {
  readonly home: string
  readonly notes: string
  readonly first: number
}

const MOST_TURNS = 400

const { home, notes, first } = JSON.parse(process.argv[2] ?? '') as ArchiveProcessOptions
const archive = join(home, 'archive')
const descriptor = openSync(notes, 'a')
const note = (text: string): void => void writeSync(descriptor, `${text}\n`)

// Until it is killed: a session grows, is archived, and what was promised is noted behind it.
note('started')
for (let turn = first; turn < first + MOST_TURNS; turn++) {
  const session = `s${turn % 3}`
  const log = join(home, 'projects/p', `${session}.jsonl`)
  const beside = join(home, 'projects/p', session, 'notes.json')
  mkdirSync(dirname(beside), { recursive: true })
  appendFileSync(log, lines(turn, turn % 5 === 0 ? 900 : 40))
  writeFileSync(beside, JSON.stringify({ turn }))
  const stats = statSync(log)
  const done = await changeArchive(archive, async () => {
    await archiveSession(
      archive,
      {
        ...{ agent: 'claude-code', project: 'p', session, root: home, modifiedAt: stats.mtimeMs },
        origin: { path: log, row: '' },
        stamp: `${stats.size}:${turn}`,
        describe: async () => ({ cwd: '/work', title: session }),
        files: [
          { role: 'log', path: log, view: `projects/p/${session}.jsonl` },
          { role: 'beside', path: beside, view: '' },
        ],
      },
      { now: new Date() },
    )
    if (turn % 4 === 3) await pruneArchive(archive)
    return true
  })
  if (!done) throw new Error('somebody else has the archive')
  const bytes = readFileSync(log)
  note(`${session} ${bytes.length} ${createHash('sha256').update(bytes).digest('hex')}`)
}
closeSync(descriptor)

function lines(turn: number, count: number): string {
  return Array.from(
    { length: count },
    (_, at) =>
      `${JSON.stringify({ uuid: `${turn}-${at}`, text: `word ${(at * 7919 + turn) % 10_007} `.repeat(60) })}\n`,
  ).join('')
}
