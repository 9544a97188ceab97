import type { LogOutlines } from '../outline/log-outlines.ts'
import type { Answers } from './answers.ts'
import { withLog } from './with-log.ts'

export type OutlineRoutesOptions = { readonly roots: readonly string[]; readonly outlines: LogOutlines }

/** A whole log at a glance, and where one of its branches stands. */
export function addOutlineRoutes(answers: Answers, { roots, outlines }: OutlineRoutesOptions): void {
  answers.value('outline', (question, { signal }) =>
    withLog(question, roots, async ({ path }) => {
      const { scan, end } = await outlines.read(path, signal)
      return { value: scan.outline(end) }
    }),
  )

  answers.value('branch-place', ({ session, leafUuid, before }, { signal }) =>
    withLog({ session }, roots, async ({ path }) => {
      const { scan } = await outlines.read(path, signal)
      return { value: scan.placeOnBranch(leafUuid, before) }
    }),
  )
}
