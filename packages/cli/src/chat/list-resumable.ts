import { basename } from 'node:path'
import { buildPersonView, type Message } from '@antiphon/core'
import { formatAge, oneLine, stripControl } from '@antiphon/core/ui'
import { findPersonRoots, findReplica, type Io, refreshReplica } from '@antiphon/host'
import { findLastTime, listSessionFiles, readSummaries, type SessionSummary } from '@antiphon/transcript'
import { formatItem } from '../show/format-item.ts'
import { readLogEnd } from '../tail/tail-target.ts'
import { createPalette, type Screen } from '../terminal/screen.ts'

/** A session that one can go on with. */
export type ResumableSession = {
  readonly path: string
  readonly label: string
  readonly detail: string
  readonly cwd: string | undefined
}

/** Sessions of all projects as they are found, those of the folder first, the newest first; the list grows until it is whole. */
export async function listResumable(
  { cwd, now = Date.now() }: { readonly cwd: string; readonly now?: number },
  io: Io,
  onFound: (sessions: readonly ResumableSession[]) => void,
): Promise<void> {
  const replica = findReplica(io)
  // Of a store that is away, what was fetched before.
  if (replica !== null) await refreshReplica(io).catch(() => undefined)
  const roots = replica === null ? (await findPersonRoots(io)).roots : [replica]
  const { files } = await listSessionFiles(roots, { hasSubagents: false })
  const found: SessionSummary[] = []
  for await (const summary of readSummaries(files.slice(0, MAX_SESSIONS))) {
    if (summary.kind === 'problem') continue
    found.push(summary)
    if (found.length % 20 === 0) onFound(toRows(found, cwd, now))
  }
  onFound(toRows(found, cwd, now))
}

const MAX_SESSIONS = 2000

function toRows(found: readonly SessionSummary[], cwd: string, now: number): readonly ResumableSession[] {
  const newest = found.toSorted((one, other) => (findLastTime(one) < findLastTime(other) ? 1 : -1))
  const here = newest.filter(session => session.cwd === cwd)
  return [...here, ...newest.filter(session => session.cwd !== cwd)].map(session => ({
    path: session.path,
    label: oneLine(stripControl(session.title?.text ?? session.key.session), 80),
    detail: [
      formatAge(Date.parse(findLastTime(session)), now),
      oneLine(stripControl(basename(session.cwd ?? '')), 40),
    ]
      .filter(Boolean)
      .join(' · '),
    cwd: session.cwd,
  }))
}

/** How a session ends, in a few lines. */
export async function previewSession(
  path: string,
  { width, language }: Pick<Screen, 'width' | 'language'>,
): Promise<readonly string[]> {
  const { items } = await readLogEnd(path, { lines: 4, counts: 'items' })
  const entries = items.flatMap(item => (item.kind === 'entry' ? [item.entry] : []))
  const screen: Screen = { width, palette: createPalette(false), ...(language && { language }) }
  // The view takes any values.
  return buildPersonView(entries as readonly unknown[] as readonly Message[])
    .flatMap(item => formatItem(item, { hasWholeThinking: false }, screen))
    .slice(-6)
}
