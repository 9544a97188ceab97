import type { Entry } from '@antiphon/core'
import { createRedactor } from '@antiphon/transcript'

/** Keeps secrets out of one answer: what one pattern finds is taken out of all that is told with it. */
export interface SecretKeeper {
  /** A text before anything is cut out of it: half a secret is not known as one. */
  text(text: string): string
  /** A JSON value, whose fields' names count, too. */
  value<Value>(value: Value): Value
  entry(entry: Entry): Entry
  /** The answer without what was found to be a secret elsewhere in it. */
  finish<Value>(answer: Value): Value
  /** How many were taken out. */
  count(): number
}

/** A keeper that knows no secret yet; one that lets everything pass where nothing is to be redacted. */
export function createSecretKeeper(isRedacting: boolean): SecretKeeper {
  if (!isRedacting)
    return {
      text: text => text,
      value: value => value,
      entry: entry => entry,
      finish: answer => answer,
      count: () => 0,
    }
  const redactor = createRedactor()
  // The redactor keeps the shape of what it is given.
  const value = <Value>(given: Value): Value => redactor.value(given) as Value
  return {
    text: text => value({ text }).text,
    value,
    entry: value,
    finish: answer => redactor.recall(answer) as typeof answer,
    count: () => Object.values(redactor.counts()).reduce((sum, count) => sum + count, 0),
  }
}
