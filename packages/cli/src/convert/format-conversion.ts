import { FOREIGN_AGENTS } from '@antiphon/core/log'
import { formatCount, stripControl } from '@antiphon/core/ui'
import type { StoredConversion } from '@antiphon/host'
import { CONVERSION_TARGETS, SESSION_LOSS_RULES, type SessionLoss } from '@antiphon/transcript'
import { quoteWord } from '../terminal/quote-word.ts'

/** What came of a conversion: where it is, how to go on with it, and what is not as it was. */
export function formatConversion(conversion: StoredConversion): readonly string[] {
  const { target, path, cwd, isCwdThere, from, messages, subagents, command, losses, sessionId } = conversion
  const amount = [
    formatCount(messages, 'message'),
    ...(subagents > 0 ? [formatCount(subagents, 'subagent')] : []),
  ].join(' and ')
  const done = path === null && command !== null ? 'Would become' : 'Became'
  return [
    `${amount} of ${AGENT_NAMES[from.agent]} ${from.sessionId}. ${done} a session of ${CONVERSION_TARGETS[target]}: ${sessionId}`,
    ...(path === null ? [] : [path]),
    ...(command === null ? [] : [`Go on with: ${toLine(cwd, command)}`]),
    ...(isCwdThere ? [] : [`${cwd} is not on this machine: name another folder with --project.`]),
    ...formatLosses(losses),
  ].map(line => stripControl(line))
}

const AGENT_NAMES: Readonly<Record<StoredConversion['from']['agent'], string>> = {
  ...FOREIGN_AGENTS,
  'claude-code': 'Claude Code',
  antiphon: 'Antiphon',
}

function toLine(cwd: string, command: readonly string[]): string {
  return `cd ${quoteWord(cwd)} && ${command.map(quoteWord).join(' ')}`
}

/** Each kind once, with how often and where; every single one is in `--json`. */
function formatLosses(losses: readonly SessionLoss[]): readonly string[] {
  if (losses.length === 0) return ['Nothing was lost.']
  const kinds = new Map<string, SessionLoss[]>()
  for (const loss of losses) {
    const kind = `${loss.action}, ${loss.rule}: ${SESSION_LOSS_RULES[loss.rule]}`
    kinds.set(kind, [...(kinds.get(kind) ?? []), loss])
  }
  return [
    `${formatCount(losses.length, 'thing is', 'things are')} not as they were; --json lists all.`,
    ...[...kinds].map(([kind, list]) => `  ${list.length} × ${kind}${formatPlaces(list)}`),
  ]
}

function formatPlaces(losses: readonly SessionLoss[]): string {
  const uuids = [...new Set(losses.flatMap(({ uuid }) => (uuid === null ? [] : [uuid.slice(0, SHOWN)])))]
  if (uuids.length === 0) return ''
  const more = uuids.length > MOST ? `, … and ${uuids.length - MOST} more` : ''
  return ` (${uuids.slice(0, MOST).join(', ')}${more})`
}

const SHOWN = 8
const MOST = 3
