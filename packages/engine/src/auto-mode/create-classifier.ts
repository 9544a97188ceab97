import { isObject } from '@antiphon/contract'
import { createUsageLedger, type Message, sumAnswers } from '@antiphon/core'
import { oneLine, stripControl } from '@antiphon/core/ui'
import { orElse } from '../files/or-else.ts'
import type { Classifier, Verdict } from '../permissions/permission.ts'
import { meterProvider } from '../provider/meter-provider.ts'
import { askSmallModel, type SmallModel } from '../summaries/ask-small-model.ts'
import { CLASSIFIER_SYSTEM, toClassifierPrompt } from './classifier-prompt.ts'

/** What judging may cost a session in calls, money and time, and when it gives way to a person. */
export type ClassifierLimits = {
  readonly calls: number
  readonly usd: number
  readonly milliseconds: number
  /** Refusals in a row, and in all, after which a person decides. */
  readonly refusalsInARow: number
  readonly refusals: number
  /** Questions in a row without an answer after which nobody waits for one, and how long. */
  readonly silences: number
  readonly restMilliseconds: number
}

export const CLASSIFIER_LIMITS: ClassifierLimits = {
  calls: 500,
  usd: 1,
  milliseconds: 15_000,
  refusalsInARow: 3,
  refusals: 20,
  silences: 3,
  restMilliseconds: 5 * 60_000,
}

type ClassifierOptions = {
  readonly small: SmallModel
  readonly cwd: string
  /** The session's conversation, also for its subagents: only the person's own words are read. */
  readonly messages: () => readonly Message[]
  readonly limits?: ClassifierLimits
  readonly now?: () => number
}

/** A classifier that asks a small model within limits; where it cannot be asked, or not any more, it is unsure. */
export function createClassifier(options: ClassifierOptions): Classifier {
  const { small, cwd, messages, limits = CLASSIFIER_LIMITS, now = Date.now } = options
  const ledger = createUsageLedger()
  const judge: SmallModel = {
    ...small,
    provider: meterProvider(small.provider, ledger),
    timeout: limits.milliseconds,
  }
  let [calls, refusals, inARow] = [0, 0, 0]
  let [silences, restsUntil] = [0, 0]

  /** Who does not answer keeps everybody waiting; after a while it is tried again. */
  function noteSilence(isSilent: boolean): void {
    silences = isSilent ? silences + 1 : 0
    if (silences >= limits.silences) [silences, restsUntil] = [0, now() + limits.restMilliseconds]
  }

  function findBound(): string | null {
    if (calls >= limits.calls) return `the classifier has judged ${calls} calls, as many as it may`
    if (sumAnswers(ledger.answers()).costUsd >= limits.usd) return 'the classifier has spent what it may'
    if (inARow >= limits.refusalsInARow || refusals >= limits.refusals)
      return `the classifier has refused ${refusals} calls, and a person has to look at it`
    return null
  }

  return async question => {
    if (now() < restsUntil) return unsure(`the classifier did not answer ${limits.silences} times in a row`)
    const bound = findBound()
    if (bound !== null) {
      // A person has looked: the next run of refusals counts anew.
      inARow = 0
      return unsure(bound)
    }
    calls++
    const answer = await askSmallModel(judge, {
      system: CLASSIFIER_SYSTEM,
      prompt: toClassifierPrompt(question, { cwd, messages: messages() }),
      maxTokens: MOST_TOKENS,
      signal: question.signal,
    })
    if (!question.signal.aborted) noteSilence(answer === null)
    const verdict = answer === null ? unsure('the classifier did not answer') : readVerdict(answer)
    if (verdict.behavior === 'deny') {
      refusals++
      inARow++
    } else if (verdict.behavior === 'allow') inARow = 0
    return verdict
  }
}

const MOST_TOKENS = 300

function unsure(reason: string): Verdict {
  return { behavior: 'unsure', reason }
}

/** Reads the classifier's answer; whatever is not exactly one verdict is none. */
export function readVerdict(answer: string): Verdict {
  const text = answer.trim().replace(/^```(?:json)?\s*(?<inner>[\s\S]*?)\s*```$/, '$<inner>')
  const value: unknown = orElse(() => JSON.parse(text), null)
  const decision = isObject(value) ? value.decision : undefined
  if (!isObject(value) || (decision !== 'allow' && decision !== 'block'))
    return { behavior: 'unsure', reason: 'the classifier gave no verdict' }
  const said = typeof value.reason === 'string' ? value.reason : ''
  const reason = oneLine(stripControl(said))
    .slice(0, LONGEST_REASON)
    .replace(/[.\s]+$/, '')
  return { behavior: decision === 'allow' ? 'allow' : 'deny', reason: reason || 'it gave no reason' }
}

const LONGEST_REASON = 300
