import { oneLine } from './one-line.ts'
import { stripControl } from './strip-control.ts'

export type SessionTitleSource = {
  readonly customTitle?: string | undefined
  readonly aiTitle?: string | undefined
  readonly summary?: string | undefined
  /** What people asked, in order, as far as it is known. */
  readonly prompts: Iterable<string>
}

/**
 * What a session is called: by the name that somebody gave it, by the heading of the plan that it began with, by a
 * summary, else by the first prompt of more than three words. Undefined where nobody said anything.
 */
export function chooseSessionTitle({
  customTitle,
  aiTitle,
  summary,
  prompts,
}: SessionTitleSource): string | undefined {
  const named = [customTitle, aiTitle].map(toTitle).find(Boolean)
  if (named) return named
  let first: string | undefined
  let telling: string | undefined
  for (const prompt of prompts) {
    const heading = readPlanHeading(prompt)
    if (first === undefined && heading) return heading
    const title = toTitle(prompt)
    if (title === '') continue
    first ??= title
    if (saysEnough(title)) {
      telling = title
      break
    }
  }
  return toTitle(summary) || (telling ?? first)
}

const LONGEST = 200

function toTitle(text = ''): string {
  return oneLine(stripControl(text.slice(0, 4000)), LONGEST)
}

/** The heading of a plan that a prompt asks to carry out: Claude Code's words before it say nothing. */
export function readPlanHeading(prompt: string): string | undefined {
  const [, heading = ''] = PLAN.exec(prompt.slice(0, MAX_HEADING)) ?? []
  return toTitle(heading.replace(/^plan: */i, '').replaceAll(/[*`]+/g, '')) || undefined
}

const PLAN = /^\s*Implement the following plan:?\s*\n?\s*#{1,6}[ \t]+([^\n]+)/i
const MAX_HEADING = 4000

/** True for more than three words: fewer ("yes and yes") say little of what a session is about. */
export function saysEnough(text: string): boolean {
  if (text.trim().split(/\s+/).length > FEW_WORDS) return true
  // None of those scripts begins below; asking by script takes longer to prepare than reading a session.
  if (!/[\u0e00-\uffff]/.test(text)) return false
  const isClear = /[\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff]/.test(text)
  if (!isClear && !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(text))
    return false
  // Some languages part their words by nothing.
  const words = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)
  return Array.from(words).filter(({ isWordLike }) => isWordLike).length > FEW_WORDS
}

const FEW_WORDS = 3
