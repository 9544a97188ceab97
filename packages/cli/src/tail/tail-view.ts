import { basename } from 'node:path'
import type { PersonItem } from '@antiphon/core'
import { formatNumber, oneLine, stripControl } from '@antiphon/core/ui'
import type { FollowedItem } from '@antiphon/transcript'
import { type FormatItemOptions, formatItem, formatToolItem, spacingOfItem } from '../show/format-item.ts'
import { createLineRegion, createLiveRegion } from '../terminal/live-region.ts'
import type { Screen } from '../terminal/screen.ts'
import { formatNotice } from '../view/format-speech.ts'
import { formatDivider, nest, nestedScreen, type Spacing, wantsGap } from '../view/layout.ts'
import { type TailSpeaker, toTailSpeaker } from './tail-target.ts'
import { createTailThreads } from './tail-threads.ts'

const RESETS = {
  truncated: 'was cut or written anew; the last of it follows.',
  replaced: 'was replaced by another file; the last of it follows.',
  deleted: 'was deleted; waiting for it to come back.',
} as const

export type TailViewOptions = {
  /** Asked for anew each time, since a window may change its size. */
  readonly screen: () => Screen
  /** Whether lines can be drawn again in place: then running calls stand below. */
  readonly isLive: boolean
  /** Of a log that is read from its start, only so many last items are shown. */
  readonly lines: number
  /** Whether to say which session speaks. */
  readonly hasSeveralSessions: boolean
  readonly hasWholeThinking: boolean
}

/** Growing logs as somebody watches them. Every method gives the text to write. */
export interface TailView {
  item(followed: FollowedItem): string
  /** From here until it has caught up, only the last items of a log are kept, and shown together. */
  catchUp(path: string): void
  /** Takes away what was only drawn for now. */
  end(): string
}

type Shown = { readonly source: TailSpeaker; readonly item: PersonItem }

/** Opens the view of logs of which nothing came yet. */
export function createTailView(options: TailViewOptions): TailView {
  const { screen, isLive, lines } = options
  const threads = createTailThreads()
  const region = isLive ? createLiveRegion() : createLineRegion()
  const catchingUp = new Map<string, Shown[]>()
  let lastSpacing: Spacing | undefined
  let lastSession: string | undefined
  let lastSource: string | undefined

  return {
    item(followed) {
      const { path, item } = followed
      const source = toTailSpeaker(followed)
      if (item.kind === 'caught-up') return region.frame(flush(path), live())
      const notice = formatTailNotice(followed)
      if (item.kind === 'reset') {
        threads.forget(path)
        catchingUp.set(path, [])
      }
      if (item.kind !== 'entry') return region.frame(placeNotice(source, notice), live())
      const ready = threads
        .of(source)
        .push(item.entry)
        .map(shown => ({ source, item: shown }))
      const held = catchingUp.get(path)
      if (!held) return region.frame(ready.flatMap(placeItem), live())
      held.push(...ready)
      held.splice(0, held.length - lines)
      return ''
    },
    catchUp: path => void catchingUp.set(path, []),
    end: () => region.frame([], []),
  }

  function flush(path: string): string[] {
    const held = catchingUp.get(path) ?? []
    catchingUp.delete(path)
    return held.flatMap(placeItem)
  }

  function placeItem({ source, item }: Shown): string[] {
    const depth = depthOf(source)
    const formatOptions: FormatItemOptions = {
      hasWholeThinking: options.hasWholeThinking,
      isNested: depth > 0,
      cwd: threads.of(source).cwd(),
    }
    const formatted = formatItem(unmark(item), formatOptions, nestedScreen(screen(), depth))
    // Below its head the bar holds a subagent's lines together.
    return place(source, nest(formatted, depth, screen()), depth === 0 ? spacingOfItem(item) : 'line')
  }

  function placeNotice(source: TailSpeaker, text: string): string[] {
    return place(source, formatNotice({ level: 'warning', text }, screen()), 'line')
  }

  function place(source: TailSpeaker, formatted: readonly string[], spacing: Spacing): string[] {
    if (formatted.length === 0) return []
    const heads = [...sessionHead(source), ...agentHead(source)]
    const gap = heads.length === 0 && wantsGap(lastSpacing, spacing) ? [''] : []
    lastSpacing = spacing
    lastSource = source.id
    return [...heads, ...gap, ...formatted]
  }

  function sessionHead({ session, project }: TailSpeaker): string[] {
    const isNew = options.hasSeveralSessions && session !== lastSession
    const isFirst = lastSession === undefined
    lastSession = session
    if (!isNew) return []
    lastSource = undefined
    return [...(isFirst ? [] : ['']), formatDivider(`${session} · ${project}`, screen()), '']
  }

  function agentHead(source: TailSpeaker): string[] {
    if (source.id === lastSource) return []
    if (source.agent === undefined) return lastSource === undefined ? [] : ['']
    const words = ['subagent', oneLine(source.agent, 40)].filter(Boolean).join(' ')
    return nest([screen().palette.dim(words)], 1, screen())
  }

  /** The calls that run now; the newest of too many. */
  function live(): string[] {
    if (!isLive || catchingUp.size > 0) return []
    return threads
      .running()
      .slice(-MAX_LIVE)
      .flatMap(({ source, item, cwd }) => {
        const depth = depthOf(source)
        const { head } = formatToolItem(item, cwd, nestedScreen(screen(), depth))
        return nest([head], depth, screen())
      })
  }
}

const MAX_LIVE = 6

function depthOf({ agent }: TailSpeaker): 0 | 1 {
  return agent === undefined ? 0 : 1
}

/** The head above it says already that it is a subagent's. */
function unmark(item: PersonItem): PersonItem {
  const { isSidechain: _, ...rest } = item
  return rest
}

/** What is to be told of a log besides its entries; empty for those, and for being up to date. */
function formatTailNotice({ path, item }: FollowedItem): string {
  const name = stripControl(basename(path))
  switch (item.kind) {
    case 'entry':
    case 'caught-up':
      return ''
    case 'bad':
      return `${name}: ${formatNumber(item.next - item.seq)} bytes at byte ${formatNumber(item.seq)} hold no entry (${item.reason}).`
    case 'reset':
      return `${name} ${RESETS[item.reason]}`
  }
}
