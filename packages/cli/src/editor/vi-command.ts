import type { ViFind } from './vi-motions.ts'

/** A command of vi, read from its letters. */
export type ViCommand = {
  readonly count: number
  readonly isCounted: boolean
  readonly operator: 'd' | 'c' | 'y' | null
  readonly isLine: boolean
  readonly word: string | undefined
  readonly motion: string | undefined
  readonly find: ViFind | undefined
  readonly again: string | undefined
  readonly other: string | undefined
  readonly simple: string | undefined
}

/** The command that letters are; null where it is not whole, or none. */
export function readViCommand(typed: string): ViCommand | null {
  const found = COMMAND.exec(typed)
  return found?.groups ? toCommand(found.groups) : null
}

/** Whether letters are the beginning of a command. */
export function isViBeginning(typed: string): boolean {
  return BEGINNING.test(typed)
}

// A number, an operator with its own, and what it is done to; or a command that stands alone.
const COUNT = '(?<count>[1-9][0-9]*)?'
const MOTION = '(?<motion>[hjklwbeWBE0^$G]|gg)|(?<way>[fFtT])(?<letter>.)|(?<again>[;,])'
const COMMAND = new RegExp(
  `^${COUNT}(?:(?<operator>[dcy])(?<own>[1-9][0-9]*)?(?:(?<line>\\k<operator>)|(?<word>[ia])w|${MOTION})|${MOTION.replaceAll(/<(\w+)>/g, '<$1Alone>')}|r(?<other>.)|(?<simple>[xXDCYsSpPuiaIAoOJ~.]))$`,
  'us',
)
const BEGINNING = /^(?:[1-9][0-9]*)?(?:[dcy](?:[1-9][0-9]*)?[iafFtTg]?|[fFtTgr])?$/

function toCommand(groups: Readonly<Record<string, string | undefined>>): ViCommand {
  const pick = (name: string): string | undefined => groups[name] ?? groups[`${name}Alone`]
  const [way, letter] = [pick('way'), pick('letter')]
  return {
    count: Math.min(MAX_COUNT, Number(groups.count ?? 1) * Number(groups.own ?? 1)),
    isCounted: groups.count !== undefined || groups.own !== undefined,
    // The pattern has these letters only.
    operator: (groups.operator ?? null) as ViCommand['operator'],
    isLine: groups.line !== undefined,
    word: groups.word,
    motion: pick('motion'),
    find: way && letter ? { way: way as ViFind['way'], letter } : undefined,
    again: pick('again'),
    other: groups.other,
    simple: groups.simple,
  }
}

const MAX_COUNT = 10_000
