import type { PermissionQuestion } from '../permission.ts'

/** What the classifier of the automatic mode says of a call; `unsure` where it gives no answer that can be used. */
export type Verdict = {
  readonly behavior: 'allow' | 'deny' | 'unsure'
  /** One line, for the model, people and logs. */
  readonly reason: string
}

/** Judges a call that rules and modes leave open. It never throws. */
export type Classifier = (question: PermissionQuestion) => Promise<Verdict>
