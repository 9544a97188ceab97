import type { Entry } from '@antiphon/core'
import { createRedactor } from '@antiphon/transcript'

/** Keeps secrets out of one answer: what one place shows to be a secret is taken out of all that is told. */
export interface SecretKeeper {
  /** A text before anything is cut out of it: half a secret is not known as one. */
  text(text: string): string
  /** A JSON value, whose fields' names count, too. */
  value<Value>(value: Value): Value
  entry(entry: Entry): Entry
}

/** An answer, and how often a secret was replaced in it. */
export type KeptAnswer<Answer> = { readonly answer: Answer; readonly redacted: number }

/**
 * Makes an answer without secrets. One in which there are some is made a second time, when all of them are known: a text
 * that was cut before the last was found could hold a half of it.
 */
export async function withoutSecrets<Answer>(
  isRedacting: boolean,
  make: (keeper: SecretKeeper) => Promise<Answer>,
): Promise<KeptAnswer<Answer>> {
  if (!isRedacting) return { answer: await make(OPEN), redacted: 0 }
  const redactor = createRedactor()
  const count = (): number => Object.values(redactor.counts()).reduce((sum, one) => sum + one, 0)
  // The redactor keeps the shape of what it is given.
  const value = <Value>(given: Value): Value => redactor.recall(redactor.value(given)) as Value
  const keeper: SecretKeeper = { text: text => value({ text }).text, value, entry: value }
  const first = await make(keeper)
  const found = count()
  if (found === 0) return { answer: first, redacted: 0 }
  const answer = redactor.recall(await make(keeper)) as Answer
  return { answer, redacted: count() - found }
}

const OPEN: SecretKeeper = { text: text => text, value: value => value, entry: entry => entry }
