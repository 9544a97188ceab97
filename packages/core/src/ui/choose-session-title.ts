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
    if (
      title.split(/\s+/).length > 3 ||
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}]{6}/u.test(title)
    ) {
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

/** "Implement the following plan:" says nothing; the plan's own heading does. */
function readPlanHeading(prompt: string): string | undefined {
  const [, heading = ''] =
    /^\s*implement the following plan:?\s*\n+#{1,6} +(.+)/i.exec(prompt.slice(0, 4000)) ?? []
  return toTitle(heading.replace(/^plan:\s*/i, '')) || undefined
}
