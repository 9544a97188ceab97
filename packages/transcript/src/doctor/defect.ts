import type { BadLogLineReason, LogRepairRule } from '@antiphon/core/log'
import type { NumberedLine } from './examine-log.ts'
import { DEFECT_EXPLANATIONS } from './explain-defect.ts'

/** Something in a log that is not as it should be, and that its readers tolerate. */
export type Defect = {
  readonly kind: DefectKind
  readonly severity: Severity
  /** The entry concerned, as it is read; null where there is none. */
  readonly uuid: string | null
  /** Where it begins, in bytes of the file; null where no single place is to blame. */
  readonly offset: number | null
  /** The line of the file, counted from one. */
  readonly line: number | null
  /** What is particular about this one. */
  readonly detail: string
  /** What it does; null where it does nothing. */
  readonly harm: Harm | null
  /** Whether `repairLog` takes it away. */
  readonly isFixable: boolean
}

/**
 * `error`: something is lost, or is read in a way that somebody had to guess. `warning`: the API refuses it as it is
 * stored, and every resume mends it. `note`: a quirk; nothing is lost, nothing is refused, nothing is to be done.
 */
export type Severity = 'error' | 'warning' | 'note'

/** `lost`: was never written or cannot be read. `refused`: the API does not take it as it is. `guessed`: readers may differ. */
export type Harm = 'lost' | 'refused' | 'guessed'

/** Every kind of defect. A new reason or rule of the reader's breaks the build where it is not explained. */
export type DefectKind = LineDefectKind | LinkDefectKind | FileDefectKind | ViewDefectKind

/** Bytes that are not one entry a line. */
type LineDefectKind =
  | BadLogLineReason
  | 'invalid-text'
  | 'glued'
  | 'byte-order-mark'
  | 'blank-line'
  | 'no-final-newline'
  | 'carriage-return'

/** Messages whose identity or place in the chain had to be found. The others of the rules are answers to a caller's wish. */
export type LinkDefectKind = Exclude<
  LogRepairRule,
  'bad-line' | 'invalid-text' | 'session-not-found' | 'leaf-not-found'
>

/** What a file holds beside one conversation. */
type FileDefectKind = 'several-sessions' | 'stored-progress'

/** What the model's view has to change before the API takes it. */
export type ViewDefectKind =
  | 'open-call'
  | 'unpaired-call'
  | 'orphan-result'
  | 'duplicate-result'
  | 'bad-call'
  | 'unpaired-server-call'
  | 'refused-media'
  | 'blank-text'
  | 'unsigned-thinking'
  | 'withheld-thinking'
  | 'lone-surrogate'
  | 'unreadable-content'
  | 'misplaced-block'
  | 'missing-turn'
  | 'too-large'
  | 'other-repair'
  | 'distant-call'
  | 'distant-result'

type DefectFields = {
  readonly kind: DefectKind
  readonly detail: string
  readonly uuid?: string | null
  /** Where it is; nowhere in particular without it. */
  readonly at?: Pick<NumberedLine, 'offset' | 'line'> | undefined
}

/** A defect with what its explanation says of all of its kind. */
export function createDefect({ kind, detail, uuid = null, at }: DefectFields): Defect {
  const { severity, harm, isFixable } = DEFECT_EXPLANATIONS[kind]
  const place = { offset: at?.offset ?? null, line: at?.line ?? null }
  return { kind, severity, harm, uuid, ...place, detail, isFixable }
}
