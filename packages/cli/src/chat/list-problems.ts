import { stripControl } from '@antiphon/core/ui'
import type { ReplTexts } from './repl-texts.ts'
import type { Talk } from './talk.ts'

/** What an agent says of how it was begun; that only the demo answers, in the person's language. */
export function listProblems(
  talk: Pick<Talk, 'standing' | 'isDemo'>,
  { demo }: Pick<ReplTexts, 'demo'>,
): readonly string[] {
  return talk
    .standing()
    .problems.map(problem =>
      talk.isDemo() && problem.startsWith('talking to the demo') ? demo : stripControl(problem),
    )
}
