import { stripControl } from '@antiphon/core/ui'
import type { ReplTexts } from './repl-texts.ts'
import type { Talk } from './talk.ts'

/** What an agent says of how it was begun; that only the demo answers, and what a folder may not decide, in the person's language. */
export function listProblems(
  talk: Pick<Talk, 'standing' | 'isDemo'>,
  { demo, untrusted }: Pick<ReplTexts, 'demo' | 'untrusted'>,
): readonly string[] {
  return talk.standing().problems.map(problem => {
    if (talk.isDemo() && problem.startsWith('talking to the demo')) return demo
    const [, file, settings, entry, record] = UNTRUSTED.exec(problem) ?? []
    return stripControl(
      file && settings && entry && record ? untrusted({ file, settings, entry, record }) : problem,
    )
  })
}

// As `mergeSettings` and `explainTrust` of the engine say it.
const UNTRUSTED =
  /^(.+): ignored, because nobody trusts this folder: (.+); read it, and .* or set (.+) to true in (.+?)\.?$/s
