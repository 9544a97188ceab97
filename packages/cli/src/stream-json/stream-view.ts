import { createTurnProgress, type WireEvent } from '@antiphon/core'
import { formatCount, formatDuration, oneLine } from '@antiphon/core/ui'
import { formatUsd } from '@antiphon/core/usage'
import type { BadLine, TurnStep } from '@antiphon/core/wire'
import { createLineRegion, createLiveRegion } from '../terminal/live-region.ts'
import type { Screen } from '../terminal/screen.ts'
import { formatNotice } from '../view/format-speech.ts'
import { formatToolHead, type ToolHeadOptions } from '../view/format-tool.ts'
import { nest, nestedScreen, type Spacing, wantsGap } from '../view/layout.ts'
import { createPartialAnswers, formatLive, type RunningCall } from './format-live.ts'
import { formatStep, spacingOfStep } from './format-step.ts'
import { createRunningCalls } from './running-calls.ts'

type StreamViewOptions = {
  /** Asked for anew each time, since a window may change its size. */
  readonly screen: () => Screen
  /** Whether lines can be drawn again in place. */
  readonly isLive: boolean
  readonly now: () => number
}

/** A stream as somebody watches it. Every method gives the text to write. */
export interface StreamView {
  event(event: WireEvent): string
  badLine(line: BadLine): string
  /** Time has passed. */
  tick(): string
  /** Takes away what was only drawn for now, and names the calls that are left without a result. */
  end(): string
}

/** Opens the view of a stream of which nothing came yet. */
export function createStreamView({ screen, isLive, now }: StreamViewOptions): StreamView {
  const progress = createTurnProgress()
  const running = createRunningCalls(now)
  const partial = createPartialAnswers()
  const region = isLive ? createLiveRegion() : createLineRegion()
  const turns = createTurnEnds()
  let last: Spacing | undefined
  let turn = 0
  let cwd = ''
  let badLines = 0

  /** Paths below the working directory are shown without it. */
  function shorten(step: TurnStep): TurnStep {
    if (step.kind === 'session') cwd = step.cwd
    return 'title' in step && cwd !== '' ? { ...step, title: step.title.replaceAll(`${cwd}/`, '') } : step
  }

  function place(lines: readonly string[], spacing: Spacing): string[] {
    if (lines.length === 0) return []
    const gap = wantsGap(last, spacing) ? [''] : []
    last = spacing
    return [...gap, ...lines]
  }

  function lastingLines(step: TurnStep): string[] {
    const { depth, opened, elapsedMs } = running.see(step)
    const heads = opened.flatMap(call => place(formatHead(call, lookOf(call)), 'line'))
    const timed = elapsedMs === undefined ? step : { elapsedMs, ...step }
    const lines = nest(formatStep(timed, nestedScreen(screen(), depth)), depth, screen())
    // Below a call the bar holds things together.
    return [...heads, ...place(lines, depth === 0 ? spacingOfStep(step) : 'line')]
  }

  /** A turn that was followed by another one is closed by a line of its own; the last one by the summary. */
  function placeStep(step: TurnStep): string[] {
    const lines = lastingLines(step)
    const closed = lines.length > 0 || step.kind === 'result' ? turns.takeEnd() : null
    if (step.kind === 'result') turns.end(step)
    return closed === null ? lines : [...place(formatTurnEnd(closed, screen()), 'line'), ...lines]
  }

  /** A call on its own line, at its depth. */
  function formatHead({ title, depth }: RunningCall, look: Look): string[] {
    return nest([formatToolHead({ ...look, title }, nestedScreen(screen(), depth))], depth, screen())
  }

  function live(): string[] {
    if (!isLive) return []
    const lines = formatLive({ calls: running.list(), partial: partial.current(), turn }, screen())
    return partial.current() && wantsGap(last, 'words') ? ['', ...lines] : lines
  }

  return {
    event(event) {
      partial.push(event)
      const lasting = progress
        .push(event)
        .map(shorten)
        .flatMap(step => placeStep(step))
      return region.frame(lasting, live())
    },
    badLine(line) {
      badLines += 1
      if (badLines > SHOWN_BAD_LINES + 1) return ''
      const words =
        badLines > SHOWN_BAD_LINES
          ? 'More lines that are no event are only counted.'
          : `Line ${line.line} is no event (${line.reason}): ${oneLine(line.excerpt, 80)}`
      return region.frame(place(formatNotice({ level: 'warning', text: words }, screen()), 'line'), live())
    },
    tick() {
      turn += 1
      const slow = isLive ? [] : running.takeSlow()
      return region.frame(
        slow.flatMap(call => place(formatHead(call, STARTED), 'line')),
        live(),
      )
    },
    end() {
      const open = running.list().map(call => formatHead(call, call.isInBackground ? LEFT : NO_RESULT))
      return region.frame(place(open.flat(), 'line'), [])
    },
  }
}

type Look = Pick<ToolHeadOptions, 'status' | 'note'>

/** The head of a call whose end is still to come. */
const STARTED: Look = { status: 'running', note: 'started' }
const BACKGROUND: Look = { status: 'running', note: 'in the background' }
const NO_RESULT: Look = { status: 'interrupted', note: 'no result' }
const LEFT: Look = { status: 'interrupted', note: 'its task did not report an end' }

function lookOf({ isInBackground }: RunningCall): Look {
  return isInBackground ? BACKGROUND : STARTED
}

// What is no stream-json at all must not fill the screen.
const SHOWN_BAD_LINES = 5

type ResultStep = Extract<TurnStep, { readonly kind: 'result' }>

/** How a turn ended, with its own share of the cost. */
type TurnEnd = {
  readonly number: number
  readonly turns: number
  readonly durationMs: number
  readonly costUsd: number
}

interface TurnEnds {
  end(step: ResultStep): void
  /** The turn that ended last, once: asked for when something comes after it. */
  takeEnd(): TurnEnd | null
}

/** Follows the results of a stream; each tells the cost since its session began. */
function createTurnEnds(): TurnEnds {
  let count = 0
  let costBefore = 0
  let waiting: TurnEnd | null = null
  return {
    end({ turns, durationMs, costUsd }) {
      count += 1
      // Less than before: another session's result.
      const own = costUsd >= costBefore ? costUsd - costBefore : costUsd
      costBefore = costUsd
      waiting = { number: count, turns, durationMs, costUsd: own }
    },
    takeEnd() {
      const end = waiting
      waiting = null
      return end
    },
  }
}

/** One quiet line between two turns. */
function formatTurnEnd({ number, turns, durationMs, costUsd }: TurnEnd, { palette }: Screen): string[] {
  const parts = [
    `Result ${number}`,
    formatCount(turns, 'turn'),
    formatDuration(durationMs),
    formatUsd(costUsd),
  ]
  return [palette.dim(`· ${parts.join(' · ')}`)]
}
