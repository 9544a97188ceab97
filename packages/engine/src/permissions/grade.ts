import type { PermissionState } from './permission.ts'
import type { RuleSet } from './rule-set.ts'

/** What rules and places say about one thing that a call would do. A call is as permitted as the least permitted of them. */
export type Grade = {
  /** The rule that forbids it, or asks about it, or allows it. */
  readonly denied: string | null
  readonly asked: string | null
  readonly allowedBy: string | null
  /** Why nobody can tell whether a rule forbids it. */
  readonly doubt: string | null
  /** Why a person must see it whatever the rules allow. */
  readonly guarded: string | null
  /** It changes nothing and stays inside the folders. */
  readonly isHarmless: boolean
  /** It edits files inside the folders and nothing else. */
  readonly isEdit: boolean
  /** The system keeps it from doing harm outside the folders. */
  readonly isKept: boolean
  /** What a person is told when asked. */
  readonly reason: string
  /** Rules that would allow it. */
  readonly suggestions: readonly string[]
}

/** What grading needs to know beside the call. */
export type GradeContext = {
  readonly state: PermissionState
  readonly rules: RuleSet
  readonly toolName: string
}

/** What the first of some grades says where it says something. */
export function pickFirst(
  grades: readonly Grade[],
  field: 'denied' | 'asked' | 'doubt' | 'guarded' | 'allowedBy',
): string | null {
  return grades.find(grade => grade[field] !== null)?.[field] ?? null
}

/** Nothing is known in its favour. */
export const UNKNOWN_GRADE: Grade = {
  denied: null,
  asked: null,
  allowedBy: null,
  doubt: null,
  guarded: null,
  isHarmless: false,
  isEdit: false,
  isKept: false,
  reason: 'no rule allows it',
  suggestions: [],
}

export const HARMLESS_GRADE: Grade = { ...UNKNOWN_GRADE, isHarmless: true }
