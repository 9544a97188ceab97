import { basename } from 'node:path'
import { formatAge, formatCount, oneLine } from '@antiphon/core/ui'
import type { Hit, SessionHits, Snippet } from '@antiphon/search'
import { sessionIdOf } from '@antiphon/transcript'
import { formatPlace } from '../session-list/short-names.ts'
import type { Palette, Screen } from '../terminal/screen.ts'
import { cutToWidth, textWidth } from '../terminal/text-width.ts'

type SearchFormatOptions = { readonly home: string | undefined; readonly now: number }

/** Each session under its name, a line for each hit with what `show --at` takes and what was found standing out. */
export function* formatSearch(
  groups: readonly HitGroup[],
  options: SearchFormatOptions,
  screen: Screen,
): Generator<string> {
  for (const [index, group] of groups.entries()) {
    if (index > 0) yield ''
    yield formatHeading(group, options, screen)
    for (const hit of group.hits) yield formatHit(hit, screen)
  }
}

const MAX_ID = 40

function formatHeading(
  group: HitGroup,
  { home, now }: SearchFormatOptions,
  { palette, width }: Screen,
): string {
  const id = cutToWidth(oneLine(group.title === undefined ? group.id : shorten(group.id)), MAX_ID)
  const facts = [
    group.isSubagent ? 'subagent' : '',
    formatPlace(group.project, home),
    formatPlace(group.branch ?? '', undefined),
    group.time > 0 ? formatAge(group.time, now) : '',
    group.count === undefined ? '' : formatCount(group.count, 'hit'),
  ]
  const rest = facts.filter(fact => fact !== '').join(' · ')
  const room = Math.max(MIN_ROOM, width - textWidth(id) - GAP.length)
  if (group.title === undefined) return `${palette.cyan(id)}${GAP}${palette.dim(cutToWidth(rest, room))}`
  const titleRoom = Math.max(MIN_ROOM, room - Math.min(textWidth(rest), Math.floor(room / 2)) - GAP.length)
  const title = cutToWidth(oneLine(group.title, MAX_TITLE), titleRoom)
  const left = Math.max(MIN_ROOM, room - textWidth(title) - GAP.length)
  return `${palette.cyan(id)}${GAP}${palette.bold(title)}${GAP}${palette.dim(cutToWidth(rest, left))}`
}

/** As much of an id as `show` needs; a name that is no uuid is shown whole. */
function shorten(id: string): string {
  return UUID.test(id) ? id.slice(0, ID_COLUMNS) : id
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const MAX_TITLE = 200

const GAP = '  '
const MIN_ROOM = 10
const LABEL_COLUMNS = 12

const ID_COLUMNS = 8

function formatHit(hit: Hit, { palette, width }: Screen): string {
  const id = cutToWidth(oneLine(hit.uuid?.slice(0, ID_COLUMNS) ?? ''), ID_COLUMNS)
  const label = cutToWidth(labelOf(hit), LABEL_COLUMNS)
  const padding = ' '.repeat(LABEL_COLUMNS - textWidth(label))
  const room = Math.max(MIN_ROOM, width - ID_COLUMNS - LABEL_COLUMNS - 3 * GAP.length)
  const style = hit.isError ? palette.red : palette.dim
  const indent = ' '.repeat(ID_COLUMNS - textWidth(id))
  return `${GAP}${palette.dim(id)}${indent}${GAP}${style(label)}${padding}${GAP}${formatSnippet(hit.snippet, room, palette)}`
}

function labelOf({ kind, tool, role }: Hit): string {
  switch (kind) {
    case 'tool-input':
      return oneLine(tool ?? 'tool', LABEL_COLUMNS)
    case 'tool-output':
      return `${oneLine(tool ?? 'output', LABEL_COLUMNS)}`
    case 'prompt':
      return role === 'user' ? '› prompt' : 'prompt'
    default:
      return kind
  }
}

/** A snippet in at most `width` columns, its first mark in view and all marks standing out. */
function formatSnippet({ text, marks }: Snippet, width: number, palette: Palette): string {
  const start = chooseStart(text, marks[0], width)
  const shown = cutToWidth(text.slice(start), width)
  const length = shown === text.slice(start) ? shown.length : Math.max(0, shown.length - 1)
  let line = ''
  let at = 0
  for (const mark of marks) {
    const from = Math.max(at, mark.start - start)
    const to = Math.min(length, mark.end - start)
    if (to <= from) continue
    line += shown.slice(at, from) + palette.bold(palette.yellow(shown.slice(from, to)))
    at = to
  }
  return line + shown.slice(at)
}

/** Where to begin, so that the mark is not cut off: at a blank some words before it. */
function chooseStart(text: string, mark: Snippet['marks'][number] | undefined, width: number): number {
  if (!mark || textWidth(text.slice(0, mark.end)) <= width - 1) return 0
  const wanted = Math.max(0, mark.start - Math.floor(width / 3))
  const blank = text.indexOf(' ', wanted)
  return blank !== -1 && blank < mark.start ? blank + 1 : mark.start
}

/** Hits of one session, in the order in which they were found. */
export type HitGroup = {
  /** What `antiphon show` takes. */
  readonly id: string
  readonly path: string
  /** What the session is called, as every list calls it; undefined where nobody said anything. */
  readonly title?: string
  readonly project: string
  readonly branch?: string
  readonly isSubagent: boolean
  readonly time: number
  readonly hits: readonly Hit[]
  /** How many there are, where only the best are shown. */
  readonly count?: number
}

/** Hits by session; the session of the first hit comes first. */
export function computeSearchView(hits: readonly Hit[]): readonly HitGroup[] {
  const groups = new Map<string, Hit[]>()
  for (const hit of hits) {
    const group = groups.get(hit.path)
    if (group) group.push(hit)
    else groups.set(hit.path, [hit])
  }
  return [...groups.values()].flatMap(group => {
    const [first] = group
    if (!first) return []
    const branch = group.find(hit => hit.branch !== undefined)?.branch
    return {
      id: sessionIdOf(first),
      path: first.path,
      project: group.find(hit => hit.project !== '')?.project ?? '',
      ...(branch !== undefined && { branch }),
      isSubagent: first.agent !== undefined,
      time: first.time,
      hits: group,
    }
  })
}

/** A session of a fold; what keeps its lines is shown on one. */
export function toHitGroup({ path, project, branch, count, newest, hits }: SessionHits): HitGroup {
  return {
    id: basename(path, '.jsonl'),
    path,
    project,
    ...(branch !== undefined && { branch }),
    isSubagent: false,
    time: newest,
    hits: hits.map(hit => ({ ...hit, snippet: toOneLine(hit.snippet) })),
    count,
  }
}

function toOneLine({ text, marks }: Snippet): Snippet {
  return { text: text.replaceAll('\n', ' '), marks }
}

/** The command that shows a hit, for a shell. */
export function toOpenCommand(hit: Hit): string {
  const words = ['antiphon', 'show', sessionIdOf(hit), ...(hit.uuid === undefined ? [] : ['--at', hit.uuid])]
  return words.map(quote).join(' ')
}

/** Names stand in files that others wrote: a shell must not read anything else out of them. */
function quote(word: string): string {
  return SAFE.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

const SAFE = /^[\w./:@-]+$/
